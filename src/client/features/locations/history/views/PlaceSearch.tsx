import { useMemo } from 'react';
import type { Geofence } from '#contract/geofences';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { SelectField } from '#client/ui/controls.tsx';
import { dayName } from '../calendar';
import { visitTimes } from '../messages';
import { selectCalendar, selectTimeZone } from '../selectors';
import { dayChosen, placeChosen } from '../slice';
import { useCloseCalendar } from './useCloseCalendar';

/** When the member was at one of the family's places in the month that is shown. */
export function PlaceSearch({ places }: { places: readonly Pick<Geofence, 'id' | 'name'>[] }) {
  const dispatch = useAppDispatch();
  const { placeId, days, status } = useAppSelector(selectCalendar);
  const options = useMemo(
    () => [
      { value: '', label: t('Choose a place') },
      ...places.map(({ id, name }) => ({ value: id, label: name })),
    ],
    [places],
  );
  if (places.length === 0) return null;
  const visited = days.filter(({ visits }) => visits && visits.length > 0);
  return (
    <div className="calendar-search">
      <SelectField
        label={t('Visits of a place')}
        options={options}
        value={placeId ?? ''}
        onChange={({ target }) => dispatch(placeChosen({ placeId: target.value || null }))}
      />
      {placeId !== null && status === 'ready' ? (
        <>
          <p role="status" className="calendar-totals">
            {visited.length === 0
              ? t('Not there in this month')
              : t('There on {count, plural, one {# day} other {# days}}', { count: visited.length })}
          </p>
          <ul className="calendar-visits">
            {visited.map((day) => (
              <li key={day.date}>
                <Visits date={day.date} visits={day.visits ?? []} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

/** The visits of one day, which a press opens. */
function Visits({ date, visits }: { date: string; visits: readonly { start: string; end: string }[] }) {
  const dispatch = useAppDispatch();
  const timeZone = useAppSelector(selectTimeZone);
  const close = useCloseCalendar();
  return (
    <button
      type="button"
      className="timeline-button"
      onClick={() => {
        dispatch(dayChosen({ date }));
        close();
      }}
    >
      <span className="timeline-title">{dayName(date)}</span>
      {visits.map((visit) => (
        <span key={visit.start} className="timeline-address">
          {visitTimes(visit, date, timeZone)}
        </span>
      ))}
    </button>
  );
}
