import type { DaySummary } from '#contract/timeline';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { useFocusFollowing } from '#client/ui/useFocusFollowing';
import { dayNumber, weekdayName, weekOf } from '../calendar';
import { dayLabel } from '../messages';
import { selectToday, selectWeek } from '../selectors';
import { dayChosen } from '../slice';

/** The shortest bar, in percent: the bar of a day with few positions stays visible. */
const MIN_BAR_PERCENT = 15;

const NO_DAYS: readonly DaySummary[] = [];

/** The week of the day that is shown, each day with a bar for its distance. */
export function WeekStrip({ date }: { date: string }) {
  const { first, days: known } = useAppSelector(selectWeek);
  const week = weekOf(date);
  const days = first === week[0] ? known : NO_DAYS;
  const strip = useFocusFollowing(date);
  const most = Math.max(1, ...days.map(({ distance }) => distance));
  return (
    <div className="week" role="group" aria-label={t('Days of the week')} ref={strip}>
      {week.map((day) => (
        <WeekDay
          key={day}
          day={day}
          isShown={day === date}
          totals={days.find((one) => one.date === day)}
          longest={most}
        />
      ))}
    </div>
  );
}

interface WeekDayProps {
  day: string;
  isShown: boolean;
  totals: DaySummary | undefined;
  longest: number;
}

function WeekDay({ day, isShown, totals, longest }: WeekDayProps) {
  const dispatch = useAppDispatch();
  const today = useAppSelector(selectToday);
  const share = totals ? Math.max(MIN_BAR_PERCENT, (100 * totals.distance) / longest) : 0;
  const isFuture = today !== null && day > today;
  return (
    <button
      type="button"
      className="week-day"
      data-focus-key={day}
      aria-pressed={isShown}
      aria-current={day === today ? 'date' : undefined}
      disabled={isFuture}
      onClick={() => dispatch(dayChosen({ date: day }))}
    >
      <span className="visually-hidden">{dayLabel(day, totals)}</span>
      <span className="week-day-name" aria-hidden="true">
        {weekdayName(day)}
      </span>
      <span className="week-day-number" aria-hidden="true">
        {dayNumber(day)}
      </span>
      <span className="week-day-bar" style={{ width: `${share}%` }} />
    </button>
  );
}
