import { type ComponentProps, useDeferredValue } from 'react';
import { DAYS_PER_LIST } from '#contract/limits';
import type { DaySummary } from '#contract/timeline';
import { distance, duration } from '#client/i18n/lengths';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { PreviousIcon } from '#client/ui/historyIcons.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { ChevronIcon } from '#client/ui/icons.tsx';
import { type MonthDay, MonthGrid } from '#client/ui/MonthGrid.tsx';
import { IconButton } from '#client/ui/RoundButton.tsx';
import {
  addMonths,
  dayAfterKey,
  dayName,
  firstDay,
  lastDay,
  monthName,
  monthOf,
  weekdayNames,
  weeksOf,
} from '../calendar';
import { dayLabel } from '../messages';
import { isTooFar } from '../range';
import type { DayRange } from '../reducer';
import { selectCalendar, selectDate, selectRange, selectToday } from '../selectors';
import { dayChosen, monthChosen, rangeChosen, rangeClosed, rangeDayChosen, rangeStarted } from '../slice';
import { PlaceSearch } from './PlaceSearch';
import { useCloseCalendar } from './useCloseCalendar';

/** Percent of a day's width: what is there at all must be seen, and days must not touch. */
const SHORTEST_BAR = 8;
const LONGEST_BAR = 76;

/** A month with the days that have positions, each with a bar for its distance. */
export function Calendar({ places }: ComponentProps<typeof PlaceSearch>) {
  const { month } = useAppSelector(selectCalendar);
  // The days are drawn before what is below them.
  const hasRest = useDeferredValue(month !== null, false);
  if (month === null) return null;
  return (
    <section className="history-card history-calendar" aria-label={t('Calendar')}>
      <MonthBar month={month} />
      <MonthDays month={month} />
      <MonthTotals month={month} />
      {hasRest ? (
        <>
          <SeveralDays month={month} />
          <PlaceSearch places={places} />
        </>
      ) : null}
    </section>
  );
}

function MonthBar({ month }: { month: string }) {
  const dispatch = useAppDispatch();
  const today = useAppSelector(selectToday);
  const go = (months: number) => dispatch(monthChosen({ month: addMonths(month, months) }));
  return (
    <div className="calendar-bar">
      <IconButton label={t('Previous month')} icon={<PreviousIcon />} onClick={() => go(-1)} />
      <h2 aria-live="polite">{monthName(month)}</h2>
      <IconButton
        label={t('Next month')}
        icon={<ChevronIcon />}
        disabled={today === null || month >= monthOf(today)}
        onClick={() => go(1)}
      />
    </div>
  );
}

function MonthDays({ month }: { month: string }) {
  const dispatch = useAppDispatch();
  const { days } = useAppSelector(selectCalendar);
  const date = useAppSelector(selectDate);
  const today = useAppSelector(selectToday);
  const range = useAppSelector(selectRange);
  const isChoosing = range?.status === 'choosing';
  const close = useCloseCalendar();
  const most = Math.max(1, ...days.map((day) => day.distance));
  const asDay = (day: string): MonthDay => {
    const totals = days.find((one) => one.date === day);
    return {
      id: day,
      label: totals ? dayLabel(day, totals) : t('{day}, no positions', { day: dayName(day) }),
      content: <DayContent day={day} share={totals ? totals.distance / most : null} />,
      isChosen: range ? isIn(day, range) : day === date,
      isToday: day === today,
      isDisabled: isToCome(day, today) || (isChoosing && isTooFar(day, range.from)),
      hasData: totals !== undefined,
    };
  };
  return (
    <MonthGrid
      label={monthName(month)}
      weekdays={weekdayNames()}
      weeks={weeksOf(month).map((week) => week.map((day) => (day === null ? null : asDay(day))))}
      initialId={date !== null && monthOf(date) === month ? date : firstDay(month)}
      dayAfterKey={(day, key) => {
        const next = dayAfterKey(day, key);
        return next === null || isToCome(next, today) ? null : next;
      }}
      onMove={(day) => {
        if (monthOf(day) !== month) dispatch(monthChosen({ month: monthOf(day) }));
      }}
      onClose={close}
      onChoose={(day) => {
        dispatch(isChoosing ? rangeDayChosen({ date: day }) : dayChosen({ date: day }));
        if (!isChoosing || range.from !== null) close();
      }}
    />
  );
}

const isIn = (day: string, { from, to }: DayRange): boolean =>
  from !== null && day >= from && day <= (to ?? from);

const isToCome = (day: string, today: string | null): boolean => today !== null && day > today;

/** The number of the day, and a bar for its distance. @param share of the longest distance of the month */
function DayContent({ day, share }: { day: string; share: number | null }) {
  return (
    <>
      {Number(day.slice(-2))}
      {share === null ? null : (
        <span
          className="calendar-distance"
          style={{ width: `${Math.max(SHORTEST_BAR, LONGEST_BAR * share)}%` }}
        />
      )}
    </>
  );
}

function MonthTotals({ month }: { month: string }) {
  const dispatch = useAppDispatch();
  const { status, days } = useAppSelector(selectCalendar);
  if (status === 'loading')
    return (
      <p className="calendar-totals" role="status">
        {t('Loading...')}
      </p>
    );
  if (status === 'failed')
    return (
      <>
        <Notice kind="error">{t('The totals of this month could not be loaded')}</Notice>
        <Button onClick={() => dispatch(monthChosen({ month }))}>{t('Try again')}</Button>
      </>
    );
  const sum = (of: (day: DaySummary) => number) => days.reduce((all, day) => all + of(day), 0);
  return (
    <p className="calendar-totals" role="status">
      {days.length === 0
        ? t('No positions in this month')
        : t('{count, plural, one {# day} other {# days}} with positions: {distance}, moving {moving}', {
            count: days.length,
            distance: distance(sum((day) => day.distance)),
            moving: duration(sum((day) => day.moving) * 1_000),
          })}
    </p>
  );
}

/** Leads to several days in one line: those of the month, or the ones from one to another. */
function SeveralDays({ month }: { month: string }) {
  const dispatch = useAppDispatch();
  const { status, days } = useAppSelector(selectCalendar);
  const today = useAppSelector(selectToday);
  const range = useAppSelector(selectRange);
  const close = useCloseCalendar();
  if (range?.status === 'choosing')
    return (
      <div className="calendar-several">
        <p role="status">
          {range.from === null
            ? t('Choose the first day')
            : t('Choose the last day, up to {count} days', { count: DAYS_PER_LIST })}
        </p>
        <Button onClick={() => dispatch(rangeClosed())}>{t('Cancel')}</Button>
      </div>
    );
  const to = today !== null && lastDay(month) > today ? today : lastDay(month);
  return (
    <div className="calendar-several">
      {status === 'ready' && days.length > 0 ? (
        <Button
          onClick={() => {
            dispatch(rangeChosen({ from: firstDay(month), to }));
            close();
          }}
        >
          {t('Show the whole month')}
        </Button>
      ) : null}
      <Button onClick={() => dispatch(rangeStarted())}>{t('Choose several days')}</Button>
    </div>
  );
}
