import { useDeferredValue } from 'react';
import type { DaySummary } from '#contract/timeline';
import { errorMessage } from '#client/i18n/errors';
import { formatNumber } from '#client/i18n/formats';
import { distance, duration } from '#client/i18n/lengths';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { HistoryIcon } from '#client/ui/actionIcons.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { CloseIcon } from '#client/ui/icons.tsx';
import { IconButton } from '#client/ui/RoundButton.tsx';
import { useDark } from '#client/ui/hooks';
import { selectAppearance } from '#client/features/session/selectors';
import { dayName, rangeName } from '../calendar';
import { type RangeDay, rangeDays } from '../range';
import type { DayRange } from '../reducer';
import { selectExportError } from '../selectors';
import { dayChosen, rangeClosed, rangeDayPicked, rangeRequested } from '../slice';
import { CalendarButton } from './DateBar';
import { RangeMap } from './RangeMap';
import { Total } from './DayTotals';

/** Which days are shown, and the way back to one. */
export function RangeBar({ from, to }: { from: string; to: string }) {
  const dispatch = useAppDispatch();
  return (
    <div ref={focusNeighbourOnRemoval} className="history-range-bar">
      <IconButton label={t('Back to one day')} icon={<CloseIcon />} onClick={() => dispatch(rangeClosed())} />
      <h2>{rangeName(from, to)}</h2>
      <CalendarButton date={to} />
    </div>
  );
}

/** Several days in one line, and what each comes to. */
export function Range({ range }: { range: DayRange }) {
  const dispatch = useAppDispatch();
  const days = range.status === 'ready' ? rangeDays(range.days) : NO_DAYS;
  // The map takes them up in a task of its own.
  const onMap = useDeferredValue(days);
  if (range.status === 'failed')
    return (
      <div className="history-empty">
        <Notice kind="error">{t('These days could not be loaded')}</Notice>
        <Button onClick={() => dispatch(rangeRequested())}>{t('Try again')}</Button>
      </div>
    );
  if (range.status === 'ready' && days.length === 0)
    return (
      <div className="history-empty">
        <EmptyState
          icon={<HistoryIcon />}
          title={t('No positions in these days')}
          hint={t('Positions are kept while someone shares their location. Try other days.')}
        />
      </div>
    );
  return (
    <>
      <RangeMap days={onMap} picked={range.picked} />
      {range.status === 'ready' ? (
        <div className="history-side">
          <SaveFailure />
          <RangeTotals days={range.days} />
          <RangeList days={days} picked={range.picked?.date} />
        </div>
      ) : (
        <div className="history-side">
          <span className="visually-hidden" role="status">
            {t('Loading...')}
          </span>
          <Skeleton height="96px" />
          <Skeleton height="72px" />
        </div>
      )}
    </>
  );
}

const NO_DAYS: readonly RangeDay[] = [];

function SaveFailure() {
  const error = useAppSelector(selectExportError);
  return error ? <Notice kind="error">{errorMessage(error)}</Notice> : null;
}

function RangeTotals({ days }: { days: readonly DaySummary[] }) {
  const sum = (of: (day: DaySummary) => number) => days.reduce((all, day) => all + of(day), 0);
  return (
    <section className="history-day-totals" aria-label={t('Totals')}>
      <dl className="history-totals">
        <Total name={t('distance')} value={distance(sum((day) => day.distance))} />
        <Total name={t('on the way')} value={duration(sum((day) => day.moving) * 1_000)} />
        <Total
          name={t('{count, plural, one {day} other {days}}', { count: days.length })}
          value={formatNumber(days.length)}
        />
      </dl>
    </section>
  );
}

function RangeList({ days, picked }: { days: readonly RangeDay[]; picked: string | undefined }) {
  return (
    <section className="history-timeline">
      <h2>{t('Days')}</h2>
      <ul className="range-days">
        {days.map((day) => (
          <RangeRow key={day.totals.date} day={day} isPicked={day.totals.date === picked} />
        ))}
      </ul>
    </section>
  );
}

/** What one day comes to; once picked, it leads to that day. */
function RangeRow({ day, isPicked }: { day: RangeDay; isPicked: boolean }) {
  const dispatch = useAppDispatch();
  const dark = useDark(useAppSelector(selectAppearance));
  const { date, distance: metres, moving, stays } = day.totals;
  return (
    <li ref={focusNeighbourOnRemoval}>
      <button
        type="button"
        className="timeline-button range-day"
        aria-pressed={isPicked}
        onClick={() => dispatch(rangeDayPicked({ date }))}
      >
        <span className="range-swatch" style={{ background: dark ? day.dark : day.light }} />
        <span className="range-day-name">{dayName(date)}</span>
        <span className="timeline-length">
          {t('{distance}, moving {moving}', { distance: distance(metres), moving: duration(moving * 1_000) })}
        </span>
        <span className="timeline-times">
          {t('{count, plural, one {# stop} other {# stops}}', { count: stays })}
        </span>
      </button>
      {isPicked ? (
        <Button variant="quiet" onClick={() => dispatch(dayChosen({ date }))}>
          {t('Show this day')}
        </Button>
      ) : null}
    </li>
  );
}
