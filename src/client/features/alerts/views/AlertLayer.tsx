import { type ComponentType, lazy, Suspense } from 'react';
import { t } from '#client/i18n/text';
import { dayAndTime } from '#client/i18n/times';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { TopLayerPortal, DismissButton } from '#client/ui/overlays.tsx';
import { MapIcon, SosIcon } from '#client/ui/icons.tsx';
import { PhoneIcon } from '#client/ui/actionIcons.tsx';
import { telephoneLink } from '#client/ui/people.tsx';
import { selectFamilyNamesOf } from '#client/features/families/selectors';
import type { CallLayerProps } from '../calls/views/CallLayer';
import { alertText } from '../messages';
import { type AlertView, selectOpenCalls } from '../viewModels';
import { selectClickedPath } from '../selectors';
import { alertRead, callOf } from '../slice';
import { AlertPlaceLink } from './AlertPlaceLink';
import { SosDialog } from './SosDialog';
import './alert-layer.css';

/** Loads at once, but not in one bundle with the banner; without it the banner offers the map and the phone, and the dialog sends. */
const parts = import('./layerParts').catch(() => ({ CallLayer: () => null, AlertToast: () => null }));
const CallLayer = lazy<ComponentType<CallLayerProps>>(async () => ({ default: (await parts).CallLayer }));
const AlertToast = lazy(async () => ({ default: (await parts).AlertToast }));

/** The layer above every page: SOS until they are dismissed, the user's own SOS, and the newest other alert. */
export function AlertLayer() {
  return (
    <>
      <TopLayerPortal>
        <CallsForHelp />
      </TopLayerPortal>
      <Suspense>
        <CallLayer />
        <AlertToast />
      </Suspense>
      <SosDialog>
        <Suspense>
          <CallLayer isDialog />
        </Suspense>
      </SosDialog>
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
