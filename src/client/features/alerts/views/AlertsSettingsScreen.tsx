import { useAppDispatch, useAppSelector, useNavigation } from '../../../app/hooks';
import { AppHeader } from '../../../ui/AppHeader';
import { BackIcon } from '../../../ui/icons';
import { Page } from '../../../ui/Page';
import { Tabs } from '../../../ui/Tabs';
import { GeofencesTab } from '../../geofences/views/GeofencesTab';
import { NetworkBanner } from '../../session/views/NetworkBanner';
import { selectAlertsTab, selectUnreadCount } from '../selectors';
import { alertsTabChosen } from '../slice';
import { AlertsTab } from './AlertsTab';

/** /alerts-settings: the places that are watched, and what has happened. */
export function AlertsSettingsScreen() {
  const dispatch = useAppDispatch();
  const tab = useAppSelector(selectAlertsTab);
  const unread = useAppSelector(selectUnreadCount);
  return (
    <Page header={<AppHeader title="Alerts & Settings" leading={<BackLink />} />}>
      <NetworkBanner offline="Alerts come once you are back." />
      <Tabs
        label="Alerts and settings"
        selected={tab}
        onSelect={(chosen) => dispatch(alertsTabChosen(chosen))}
        tabs={[
          { id: 'geofences', label: 'Geofences', content: <GeofencesTab /> },
          { id: 'alerts', label: 'Alerts', badge: unread, content: <AlertsTab /> },
        ]}
      />
    </Page>
  );
}

function BackLink() {
  const { Link } = useNavigation();
  return (
    <Link to="/" className="icon-button">
      <BackIcon />
      <span className="visually-hidden">Back to the map</span>
    </Link>
  );
}
