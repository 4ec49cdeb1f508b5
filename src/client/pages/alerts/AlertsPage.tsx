import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { AppHeader } from '#client/ui/AppHeader.tsx';
import { Page } from '#client/ui/Section.tsx';
import { Tabs } from '#client/ui/Tabs.tsx';
import { FamilyChoice } from '#client/features/families/views/FamilyChoice.tsx';
import { GeofencesTab } from '#client/features/geofences/views/GeofencesTab.tsx';
import { NetworkBanner } from '#client/features/session/views/NetworkBanner.tsx';
import { selectAlertsTab, selectUnreadCount } from '#client/features/alerts/selectors';
import { alertsTabChosen } from '#client/features/alerts/slice';
import { AlertsTab } from '#client/features/alerts/views/AlertsTab.tsx';
import { BackLink } from '../BackLink';

/** /alerts-settings: the places that are watched, and what has happened. */
export function AlertsPage() {
  const dispatch = useAppDispatch();
  const tab = useAppSelector(selectAlertsTab);
  const unread = useAppSelector(selectUnreadCount);
  return (
    <Page header={<AppHeader title={t('Alerts & Settings')} leading={<BackLink />} />}>
      <NetworkBanner offline={t('Alerts come once you are back.')} />
      <Tabs
        label={t('Alerts and settings')}
        selected={tab}
        onSelect={(chosen) => dispatch(alertsTabChosen(chosen))}
        tabs={[
          {
            id: 'geofences',
            label: t('Geofences'),
            content: <GeofencesTab familyChoice={<FamilyChoice />} />,
          },
          { id: 'alerts', label: t('Alerts'), badge: unread, content: <AlertsTab /> },
        ]}
      />
    </Page>
  );
}
