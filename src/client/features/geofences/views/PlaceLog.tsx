import type { PlaceEvent } from '#contract/placeLog';
import type { Geofence } from '#contract/geofences';
import { t } from '#client/i18n/text';
import { dayWithYear, timeOfDay } from '#client/i18n/times';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { EnterIcon, ExitIcon } from '#client/ui/actionIcons.tsx';
import { Button } from '#client/ui/Button.tsx';
import { SelectField } from '#client/ui/controls.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { selectFamilies } from '#client/features/families/selectors';
import { eventTitle, lateText, type LogDay, logDays, reasons, timesText } from '../log/messages';
import { selectPlaceLog } from '../log/selectors';
import { logMemberChosen, logPageRequested } from '../log/slice';
import './place-log.css';

/** Who came to a place and left it in the last 30 days, and how long they were there. */
export function PlaceLog({ geofence }: { geofence: Geofence }) {
  const { status, events, days, next } = useAppSelector(selectPlaceLog);
  const members = useMembers(geofence);
  const nameOf = (id: string) => members.find((member) => member.id === id)?.name;
  return (
    <section className="place-log" aria-label={t('History of {name}', { name: geofence.name })}>
      <MemberChoice members={members} />
      {logDays(events, days, next === null).map((day) => (
        <DayOfLog key={day.date} day={day} nameOf={nameOf} />
      ))}
      {status === 'ready' && events.length === 0 && days.length === 0 ? (
        <p className="place-log-note">{t('No arrivals or departures in the last 30 days.')}</p>
      ) : null}
      <MoreOfLog />
    </section>
  );
}

/** The members of the place's family; of the selected one where the server names none. */
function useMembers({ familyId }: Geofence) {
  const families = useAppSelector(selectFamilies);
  const selectedId = useAppSelector((state) => state.families.membership.selectedId);
  return families.find(({ id }) => id === (familyId ?? selectedId))?.members ?? [];
}

function MemberChoice({ members }: { members: readonly { id: string; name: string }[] }) {
  const dispatch = useAppDispatch();
  const { memberId } = useAppSelector(selectPlaceLog);
  if (members.length < 2) return null;
  return (
    <SelectField
      label={t('Member')}
      value={memberId ?? ''}
      onChange={({ target }) => dispatch(logMemberChosen({ memberId: target.value || null }))}
      options={[
        { value: '', label: t('Everyone') },
        ...members.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}

type NameOf = (id: string) => string | undefined;

function DayOfLog({ day: { date, events, times }, nameOf }: { day: LogDay; nameOf: NameOf }) {
  const text = timesText(times, nameOf);
  const day = dayWithYear(`${date}T12:00:00`);
  return (
    <div>
      <h4 className="place-log-day">{day}</h4>
      {text === null ? null : <p className="place-log-note">{t('Time here: {times}', { times: text })}</p>}
      {events.length === 0 ? null : (
        <ul className="place-log-events" role="list" aria-label={day}>
          {events.map((event) => (
            <Entry key={event.id} event={event} nameOf={nameOf} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Entry({ event, nameOf }: { event: PlaceEvent; nameOf: NameOf }) {
  const late = lateText(event);
  return (
    <li className="place-log-event">
      {event.event === 'entered' ? <EnterIcon /> : <ExitIcon />}
      <details>
        <summary>
          <span className="place-log-title">{eventTitle(event, nameOf)}</span>{' '}
          <span className="place-log-time">{timeOfDay(event.timestamp)}</span>
          {late === null ? null : <span className="place-log-late">{late}</span>}
        </summary>
        {reasons(event).map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </details>
    </li>
  );
}

/** What is still to come, on its way, or could not be loaded. */
function MoreOfLog() {
  const dispatch = useAppDispatch();
  const { status, next, events } = useAppSelector(selectPlaceLog);
  const load = () => dispatch(logPageRequested());
  if (status === 'failed')
    return (
      <>
        <Notice kind="error">{t('The history of this place could not be loaded.')}</Notice>
        <Button onClick={load}>{t('Try again')}</Button>
      </>
    );
  if (status === 'loading' && events.length === 0)
    return (
      <>
        <span className="visually-hidden" role="status">
          {t('Loading...')}
        </span>
        <Skeleton height="48px" />
        <Skeleton height="48px" />
      </>
    );
  if (next === null) return null;
  return (
    <Button busy={status === 'loading'} onClick={load}>
      {t('Show earlier')}
    </Button>
  );
}
