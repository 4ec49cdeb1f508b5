import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { AlertsIcon } from '#client/ui/icons.tsx';
import { useFocusKept } from '#client/ui/Page.tsx';
import { Section } from '#client/ui/Section.tsx';
import { selectPermission, selectUnreadCount } from '../selectors';
import { selectAlertViews } from '../viewModels';
import { alertsCleared, allAlertsRead, notificationsRequested } from '../slice';
import { AlertItem } from './AlertItem';
import './alerts.css';

/** What has happened, the newest first. */
export function AlertsTab() {
  const alerts = useAppSelector(selectAlertViews);
  return (
    <Section title={t('Alerts')} action={alerts.length > 0 ? <InboxActions /> : null}>
      <SystemNotifications />
      {alerts.length === 0 ? (
        <EmptyState
          icon={<AlertsIcon />}
          title={t('No alerts')}
          hint={t("You'll see geofence and SOS alerts here")}
        />
      ) : (
        <ul className="alert-list" role="list" aria-label={t('Alerts')}>
          {alerts.map((alert) => (
            <AlertItem key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function InboxActions() {
  const dispatch = useAppDispatch();
  const unread = useAppSelector(selectUnreadCount);
  useFocusKept();
  return (
    <div className="alerts-actions">
      {unread > 0 ? (
        <Button variant="quiet" onClick={() => dispatch(allAlertsRead())}>
          {t('Mark all as read')}
        </Button>
      ) : null}
      <Button variant="quiet" onClick={() => dispatch(alertsCleared())}>
        {t('Clear all')}
      </Button>
    </div>
  );
}

/** Offers the system's notifications as long as the person has not decided. */
function SystemNotifications() {
  const dispatch = useAppDispatch();
  const permission = useAppSelector(selectPermission);
  if (permission === 'denied')
    return (
      <p className="alerts-hint">
        {t(
          'This browser may not show notifications of Kinmap. Allow them for this site in its settings to hear of alerts while you do something else.',
        )}
      </p>
    );
  if (permission !== 'default') return null;
  return (
    <div className="alerts-offer">
      <p>
        {t(
          'Hear of an SOS while Kinmap is in the background, and of the arrivals and departures that you choose on each member’s profile.',
        )}
      </p>
      <Button onClick={() => dispatch(notificationsRequested())}>{t('Allow notifications')}</Button>
    </div>
  );
}
