import type { ReactNode } from 'react';
import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import type { Member } from '#contract/families';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { CheckInIcon, PersonIcon } from '#client/ui/actionIcons.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { AlertsIcon } from '#client/ui/icons.tsx';
import { checkInRequested, onceAlertAdded, onceAlertRemoved } from '#client/features/alerts/checkIns/actions';
import {
  selectCheckInOf,
  selectCheckIns,
  selectCheckInTask,
  selectOnceAbout,
  selectRequestTo,
} from '#client/features/alerts/checkIns/selectors';
import { selectPlacesWith } from '#client/features/alerts/preferences/selectors';
import { selectPresenceOf } from '#client/features/locations/whereabouts/selectors';

interface MemberRowsProps {
  member: Member;
  isMe: boolean;
}

/** Below a member's card: one alert, one question, and the way to everything else about them. */
export function MemberRows({ member, isMe }: MemberRowsProps) {
  const { Link } = useNavigation();
  const task = useAppSelector(selectCheckInTask);
  const error = task?.about === member.id ? task.error : null;
  return (
    <>
      <ul className="member-rows" role="list">
        {isMe ? null : <OnceRow {...member} />}
        {isMe ? null : <AskRow {...member} />}
        <li>
          <Link className="member-row" to={`/profile/${encodeURIComponent(member.id)}`}>
            <PersonIcon />
            <span className="member-row-text">{t('Profile')}</span>
            <span className="member-row-end">{isMe ? null : t('Arrivals and departures')}</span>
          </Link>
        </li>
      </ul>
      {error ? <Notice kind="error">{errorMessage(error)}</Notice> : null}
    </>
  );
}

interface ActionRowProps {
  icon: ReactNode;
  text: string;
  /** What a press does, or its state. */
  end: string;
  isOn?: boolean | undefined;
  isBusy: boolean;
  onClick: () => void;
}

function ActionRow({ icon, text, end, isOn, isBusy, onClick }: ActionRowProps) {
  return (
    <li>
      <button
        type="button"
        className="member-row"
        aria-pressed={isOn}
        aria-busy={isBusy}
        // Not disabled: it would lose the focus.
        aria-disabled={isBusy}
        onClick={isBusy ? undefined : onClick}
      >
        {icon}
        <span className="member-row-text">{text}</span>
        <span className="member-row-end">{end}</span>
      </button>
    </li>
  );
}

/** The next departure from the place where the member is, or else the next arrival at the first place. */
function OnceRow({ id: userId, name }: Member) {
  const dispatch = useAppDispatch();
  const wanted = useAppSelector((state) => selectOnceAbout(state, userId));
  const places = useAppSelector((state) => selectPlacesWith(state, userId));
  const presence = useAppSelector((state) => selectPresenceOf(state, userId));
  const task = useAppSelector(selectCheckInTask);
  const here = places.find(({ id }) => id === presence?.place?.id);
  const place = here ?? places[0];
  if (!wanted || !place) return null;
  const kind = here ? 'departure' : 'arrival';
  const isOn = wanted.some((one) => one.geofenceId === place.id && one.kind === kind);
  const values = { name, place: place.name };
  return (
    <ActionRow
      icon={<AlertsIcon />}
      text={
        here
          ? t('Tell me when {name} leaves {place}', values)
          : t('Tell me when {name} arrives at {place}', values)
      }
      end={isOn ? t('On, once') : t('Once')}
      isOn={isOn}
      isBusy={task?.name === 'once' && task.about === userId && task.isBusy}
      onClick={() =>
        dispatch((isOn ? onceAlertRemoved : onceAlertAdded)({ userId, geofenceId: place.id, kind }))
      }
    />
  );
}

/** Asks the member for a check-in; says so while there is no answer yet. */
function AskRow({ id: userId, name }: Member) {
  const dispatch = useAppDispatch();
  const isKnown = useAppSelector(selectCheckIns) !== null;
  const checkIn = useAppSelector((state) => selectCheckInOf(state, userId));
  const request = useAppSelector((state) => selectRequestTo(state, userId));
  const task = useAppSelector(selectCheckInTask);
  if (!isKnown || checkIn) return null;
  const isWaiting = request?.state === 'open';
  return (
    <ActionRow
      icon={<CheckInIcon />}
      text={
        request?.state === 'declined'
          ? t('{name} has declined.', { name })
          : t('Ask {name} to check in', { name })
      }
      end={isWaiting ? t('Asked') : request ? t('Ask again') : t('Ask')}
      isBusy={isWaiting || (task?.name === 'ask' && task.about === userId && task.isBusy)}
      onClick={() => dispatch(checkInRequested({ userId }))}
    />
  );
}
