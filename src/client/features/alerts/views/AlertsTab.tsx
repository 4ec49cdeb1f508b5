import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { AlertsIcon } from '#client/ui/icons.tsx';
import { useFocusTitleOnUnmount } from '#client/ui/Page.tsx';
import { Section } from '#client/ui/Section.tsx';
import { selectUnreadCount } from '../selectors';
import { selectAlertViews } from '../viewModels';
import { alertsCleared, allAlertsRead } from '../slice';
import { AlertItem } from './AlertItem';
import './alerts.css';

/** What has happened, the newest first. */
export function AlertsTab() {
  const alerts = useAppSelector(selectAlertViews);
  return (
    <Section title={t('Alerts')} action={alerts.length > 0 ? <InboxActions /> : null}>
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
      <NotificationSettings />
    </Section>
  );
}

function InboxActions() {
  const dispatch = useAppDispatch();
  const unread = useAppSelector(selectUnreadCount);
  useFocusTitleOnUnmount();
  return (
    <div className="alerts-actions">
      {unread > 0 ? <MarkAllRead /> : null}
      <Button variant="quiet" onClick={() => dispatch(alertsCleared())}>
        {t('Clear all')}
      </Button>
    </div>
  );
}

/** The button beside it clears all, so that it must not have the focus at a second press. */
function MarkAllRead() {
  const dispatch = useAppDispatch();
  useFocusTitleOnUnmount();
  return (
    <Button variant="quiet" onClick={() => dispatch(allAlertsRead())}>
      {t('Mark all as read')}
    </Button>
  );
}

/** The way to what reaches the user while the app is closed. */
function NotificationSettings() {
  const { Link } = useNavigation();
  return (
    <div className="alerts-offer">
      <p>{t('Choose what reaches you while Kinmap is closed, and when.')}</p>
      <Link to="/notifications" className={buttonClass()}>
        {t('Notifications')}
      </Link>
      <Link to="/sos" className={buttonClass()}>
        {t('SOS calls')}
      </Link>
    </div>
  );
}
