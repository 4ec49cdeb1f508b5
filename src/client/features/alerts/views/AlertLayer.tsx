import { format } from 'date-fns/format';
import { useAppDispatch, useAppSelector, useNavigation } from '../../../app/hooks';
import { DismissButton } from '../../../ui/DismissButton';
import { MapIcon, SosIcon } from '../../../ui/icons';
import { PhoneIcon } from '../../../ui/placeIcons';
import { Toast } from '../../../ui/Toast';
import { type AlertView, selectOpenCalls, selectToast } from '../presented';
import { alertRead, toastDismissed } from '../slice';
import { AlertPlaceLink } from './AlertPlaceLink';
import './alert-layer.css';

/** What lies over every screen: calls for help until they are dismissed, and the newest other alert for a while. */
export function AlertLayer() {
  return (
    <>
      <CallsForHelp />
      <AlertToast />
    </>
  );
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
  return (
    <section className="call" aria-label={alert.text}>
      <div className="call-head">
        <SosIcon />
        <p className="call-text">
          <strong>{alert.text}</strong>
          <time dateTime={alert.timestamp}>{format(alert.timestamp, 'MMM d, h:mm a')}</time>
        </p>
        <DismissButton className="call-dismiss" onClick={() => dispatch(alertRead({ id: alert.id }))} />
      </div>
      {alert.message === null ? null : <p className="call-message">{alert.message}</p>}
      <div className="call-actions">
        <AlertPlaceLink alert={alert} className="call-action" icon={<MapIcon />} />
        {alert.phone ? (
          <a className="call-action" href={`tel:${alert.phone.replace(/[^+\d]/gu, '')}`}>
            <PhoneIcon />
            Call
          </a>
        ) : null}
      </div>
    </section>
  );
}

function AlertToast() {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  const toast = useAppSelector(selectToast);
  return (
    <Toast>
      {toast ? (
        <span className="alert-toast">
          <span>
            <strong>{toast.title}</strong>
            <br />
            {toast.text}
          </span>
          {toast.isAlert ? (
            <Link to="/alerts-settings" className="toast-link" onClick={() => dispatch(toastDismissed())}>
              View
            </Link>
          ) : null}
        </span>
      ) : null}
    </Toast>
  );
}
