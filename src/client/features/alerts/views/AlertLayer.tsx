import { type ComponentType, lazy, Suspense } from 'react';
import { t } from '#client/i18n/text';
import { dayAndTime } from '#client/i18n/times';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { TopLayerPortal, DismissButton, Toast } from '#client/ui/overlays.tsx';
import { MapIcon, SosIcon } from '#client/ui/icons.tsx';
import { PhoneIcon } from '#client/ui/actionIcons.tsx';
import { telephoneLink } from '#client/ui/people.tsx';
import { useFocusTitleOnUnmount } from '#client/ui/Page.tsx';
import { selectFamilyNamesOf } from '#client/features/families/selectors';
import { alertText, alertTitle } from '../messages';
import { type AlertView, selectOpenCalls, selectToast } from '../viewModels';
import { selectClickedPath } from '../selectors';
import { alertRead, callOf, toastDismissed } from '../slice';
import { AlertPlaceLink } from './AlertPlaceLink';
import { SosDialog } from './SosDialog';
import './alert-layer.css';

/** Loads at once, but not in one bundle with the banner; without it the banner offers the map and the phone. */
const callLayer: Promise<ComponentType<{ id?: string }>> = import('../calls/views/CallLayer').then(
  (layer) => layer.CallLayer,
  () => () => null,
);
const CallLayer = lazy(async () => ({ default: await callLayer }));

/** The layer above every page: SOS until they are dismissed, the user's own SOS, and the newest other alert. */
export function AlertLayer() {
  return (
    <>
      <TopLayerPortal>
        <CallsForHelp />
      </TopLayerPortal>
      <Suspense>
        <CallLayer />
      </Suspense>
      <AlertToast />
      <SosDialog />
      <ClickedNotification />
    </>
  );
}

/** Opens what a clicked notification is about. */
function ClickedNotification() {
  const path = useAppSelector(selectClickedPath);
  const { Navigate } = useNavigation();
  return path === null ? null : <Navigate to={path} />;
}

function CallsForHelp() {
  const calls = useAppSelector(selectOpenCalls);
  return (
    <div className="calls" role="alert">
      {calls.map((alert) => (
        <CallForHelp key={alert.id} alert={alert} />
      ))}
    </div>
  );
}

function CallForHelp({ alert }: { alert: AlertView }) {
  const dispatch = useAppDispatch();
  const text = alertText(alert);
  // Servers without an inbox have no life of an SOS either.
  const id = alert.alertId === null ? undefined : callOf(alert);
  const families = useAppSelector((state) => selectFamilyNamesOf(state, alert.userId));
  const telephone = telephoneLink(alert.phone);
  return (
    <div className="call" role="group" aria-label={text}>
      <div className="call-head">
        <SosIcon />
        <p className="call-text">
          <strong>{text}</strong>
          <span>
            <time dateTime={alert.timestamp}>{dayAndTime(alert.timestamp)}</time>
            {families === '' ? null : ` · ${families}`}
          </span>
        </p>
        <DismissButton className="call-dismiss" onClick={() => dispatch(alertRead({ id: alert.id }))} />
      </div>
      {alert.message === null ? null : <Message text={alert.message} />}
      <div className="call-actions">
        <AlertPlaceLink alert={alert} className="call-action" icon={<MapIcon />} />
        {telephone ? (
          <a className="call-action" href={telephone}>
            <PhoneIcon />
            {t('Call')}
          </a>
        ) : null}
        <Suspense>{id === undefined ? null : <CallLayer id={id} />}</Suspense>
      </div>
    </div>
  );
}

/** Long ones scroll within a few lines: what one can do about it stays in sight. */
function Message({ text }: { text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- or it could not be scrolled with the keyboard
    <p className="call-message" tabIndex={0}>
      {text}
    </p>
  );
}

function AlertToast() {
  const toast = useAppSelector(selectToast);
  return <Toast>{toast ? <AlertToastText alerts={toast} /> : null}</Toast>;
}

/** What a toast says, and the page that it leads to where that is not the list. */
interface ToastContent {
  title: string;
  text: string;
  path?: string | undefined;
}

function toastContent([newest, ...more]: readonly AlertView[]): ToastContent {
  if (!newest) return { title: t('SOS sent'), text: t('Your family has been alerted.') };
  const text = alertText(newest);
  if (more.length === 0) return { title: alertTitle(newest.type), text, path: newest.path };
  return {
    title: t('{count, plural, one {# alert} other {# alerts}}', { count: more.length + 1 }),
    text: t('{text}, and {count} more', { text: text.replace(/\.$/u, ''), count: more.length }),
  };
}

function AlertToastText({ alerts }: { alerts: readonly AlertView[] }) {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  const { title, text, path = '/alerts-settings' } = toastContent(alerts);
  useFocusTitleOnUnmount();
  return (
    <span className="alert-toast">
      <span className="alert-toast-text">
        <strong>{title}</strong>
        <br />
        {text}
      </span>
      {alerts.length > 0 ? (
        <Link to={path} className="toast-link" onClick={() => dispatch(toastDismissed())}>
          {t('View')}
        </Link>
      ) : null}
      <DismissButton className="alert-toast-dismiss" onClick={() => dispatch(toastDismissed())} />
    </span>
  );
}
