import { t } from '#client/i18n/text';
import type { ReactNode } from 'react';
import { ageInWords, dayAndTime } from '#client/i18n/times';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { SosIcon } from '#client/ui/icons.tsx';
import { CheckInIcon, EnterIcon, ExitIcon, PersonIcon } from '#client/ui/actionIcons.tsx';
import { selectFamilies, selectFamilyNamesOf } from '#client/features/families/selectors';
import { selectGeofences } from '#client/features/geofences/selectors';
import { newsText } from '../checkIns/messages';
import { alertTitle } from '../alertTitle';
import { alertText } from '../messages';
import type { AlertView } from '../viewModels';
import { alertRead, type AlertType, callOf, callOfNews, placeOf } from '../slice';
import { AlertMemberLink } from './AlertMemberLink';
import { AlertPlaceLink } from './AlertPlaceLink';

const ICONS: Record<AlertType, () => ReactNode> = {
  sos: SosIcon,
  sos_news: SosIcon,
  geofence_enter: EnterIcon,
  geofence_exit: ExitIcon,
  checkin: CheckInIcon,
  joined: PersonIcon,
};

/** One alert in the list; pressing on it marks it read. */
export function AlertItem({ alert }: { alert: AlertView }) {
  const dispatch = useAppDispatch();
  const Symbol = ICONS[alert.type];
  return (
    <li className={`alert alert-${alert.type}${alert.read ? '' : ' alert-unread'}`}>
      <button type="button" className="alert-press" onClick={() => dispatch(alertRead({ id: alert.id }))}>
        <span className="alert-icon">
          <Symbol />
        </span>
        <span className="alert-words">
          <span className="alert-top">
            <span className="alert-title">{alertTitle(alert.type)}</span>
            {alert.read ? null : <span className="alert-new">{t('New')}</span>}
            <time className="alert-time" dateTime={alert.timestamp}>
              {dayAndTime(alert.timestamp)}
            </time>
          </span>
          <span>{alert.news ? newsText(alert.news) : alertText(alert)}</span>
          <AlertFamily alert={alert} />
          {alert.reportedAt === undefined ? null : (
            <span className="alert-late">{reportedLate(alert.timestamp, alert.reportedAt)}</span>
          )}
          {alert.message === null ? null : <span className="alert-message">{alert.message}</span>}
        </span>
      </button>
      <AlertMemberLink alert={alert} />
      <div className="alert-links">
        <AlertPlaceLink alert={alert} className="alert-place" />
        <CallLink alert={alert} />
        <PathLink alert={alert} />
      </div>
    </li>
  );
}

/** How long after it happened the server learned of it. ISO 8601. */
const reportedLate = (happenedAt: string, reportedAt: string): string =>
  t('Reported {age} later', { age: ageInWords(Date.parse(reportedAt) - Date.parse(happenedAt)) });

/** For who is in several families: whose place it is, because each may have one of this name, or of which the person is. */
function AlertFamily({ alert }: { alert: AlertView }) {
  const families = useAppSelector(selectFamilies);
  const ofPerson = useAppSelector((state) => selectFamilyNamesOf(state, alert.userId));
  const places = useAppSelector(selectGeofences);
  const familyId = places.find(({ id }) => id === placeOf(alert))?.familyId;
  const family = families.find(({ id }) => id === familyId);
  // The text names the family that a person has joined.
  if (alert.type === 'joined') return null;
  const name = placeOf(alert) === undefined ? ofPerson : family?.name;
  return name && families.length > 1 ? <span className="alert-late">{name}</span> : null;
}

/** Leads to the page of an SOS, on servers that have its life. */
function CallLink({ alert }: { alert: AlertView }) {
  const { Link } = useNavigation();
  const id = callOf(alert) ?? callOfNews(alert);
  if (id === undefined || alert.alertId === null) return null;
  return (
    <Link to={`/sos/${id}`} className="alert-place">
      {t('Details')}
    </Link>
  );
}

/** Leads to the page of the family that someone has joined; who goes there has read the alert. */
function PathLink({ alert: { id, path } }: { alert: AlertView }) {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  return path === undefined ? null : (
    <Link to={path} className="alert-place" onClick={() => dispatch(alertRead({ id }))}>
      {t('Family')}
    </Link>
  );
}
