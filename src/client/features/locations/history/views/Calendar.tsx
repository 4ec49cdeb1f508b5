import { type KeyboardEvent, useEffect, useState } from 'react';
import type { DaySummary } from '#contract/timeline';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { PreviousIcon } from '#client/ui/actionIcons.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { ChevronIcon } from '#client/ui/icons.tsx';
import { IconButton } from '#client/ui/RoundButton.tsx';
import { addMonths, dayAfterKey, dayName, monthName, monthOf, weekdayNames, weeksOf } from '../calendar';
import { distance, duration } from '../messages';
import { selectCalendar, selectDate, selectToday } from '../selectors';
import { calendarClosed, dayChosen, monthChosen } from '../slice';
import { PlaceSearch } from './PlaceSearch';

/** A month with the days that have positions, each with a bar for its distance. */
export function Calendar() {
  const { month } = useAppSelector(selectCalendar);
  if (month === null) return null;
  return (
    <section className="history-card history-calendar" aria-label={t('Calendar')}>
      <MonthBar month={month} />
      <MonthGrid month={month} />
      <MonthTotals month={month} />
      <PlaceSearch />
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

/** A grid after the WAI-ARIA pattern: one day can be tabbed to, keys lead to the others. */
function MonthGrid({ month }: { month: string }) {
  const { days } = useAppSelector(selectCalendar);
  const date = useAppSelector(selectDate);
  const [focused, setFocused] = useFocusedDay(month, date);
  const most = Math.max(1, ...days.map((day) => day.distance));
  return (
    <table className="calendar-grid" role="grid" aria-label={monthName(month)}>
      <thead>
        <tr>
          {weekdayNames().map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((day, index) =>
              day === null ? (
                <td key={`empty${index}`} />
              ) : (
                <DayCell
                  key={day}
                  day={day}
                  totals={days.find((one) => one.date === day)}
                  most={most}
                  isTabStop={day === focused}
                  onMove={setFocused}
                />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The day that has the tab stop, which keys move, also to another month. */
function useFocusedDay(month: string, date: string | null) {
  const dispatch = useAppDispatch();
  const today = useAppSelector(selectToday);
  const start = date !== null && monthOf(date) === month ? date : `${month}-01`;
  const [moved, setMoved] = useState<string | null>(null);
  const focused = moved !== null && monthOf(moved) === month ? moved : start;
  const move = (to: string) => {
    if (today !== null && to > today) return;
    setMoved(to);
    if (monthOf(to) !== month) dispatch(monthChosen({ month: monthOf(to) }));
  };
  useEffect(() => {
    if (moved !== null) document.querySelector<HTMLElement>(`[data-day="${moved}"]`)?.focus();
  }, [moved]);
  return [focused, move] as const;
}

interface DayCellProps {
  day: string;
  totals: DaySummary | undefined;
  /** The longest distance of the month in metres. */
  most: number;
  isTabStop: boolean;
  onMove: (day: string) => void;
}

function DayCell({ day, totals, most, isTabStop, onMove }: DayCellProps) {
  const dispatch = useAppDispatch();
  const isChosen = useAppSelector(selectDate) === day;
  const today = useAppSelector(selectToday);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(day, event.key);
    if (next === null) return;
    event.preventDefault();
    onMove(next);
  };
  return (
    <td role="gridcell" aria-selected={isChosen}>
      <button
        type="button"
        className="calendar-day"
        data-day={day}
        data-has-data={totals ? 'true' : undefined}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={dayLabel(day, totals)}
        aria-current={day === today ? 'date' : undefined}
        disabled={today !== null && day > today}
        onKeyDown={onKeyDown}
        onClick={() => {
          dispatch(dayChosen({ date: day }));
          dispatch(calendarClosed());
          document.querySelector<HTMLElement>('.history-calendar-button')?.focus();
        }}
      >
        {Number(day.slice(-2))}
        <span
          className="calendar-bar-of-day"
          style={{ width: `${totals ? Math.max(8, (100 * totals.distance) / most) : 0}%` }}
        />
      </button>
    </td>
  );
}

function dayLabel(day: string, totals: DaySummary | undefined): string {
  if (!totals) return t('{day}, no positions', { day: dayName(day) });
  return t('{day}, {distance}, {stops, plural, one {# stop} other {# stops}}', {
    day: dayName(day),
    distance: distance(totals.distance),
    stops: totals.stays,
  });
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
