import { t } from '#client/i18n/text';
import { useId, useState } from 'react';
import { addDays } from '#shared/days';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { PreviousIcon } from '#client/ui/historyIcons.tsx';
import { Icon } from '#client/ui/formIcons.tsx';
import { ChevronIcon } from '#client/ui/icons.tsx';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { IconButton } from '#client/ui/RoundButton.tsx';
import { useSidewaysMoves } from '#client/ui/useSidewaysMoves';
import { monthOf } from '../calendar';
import { selectCalendar, selectDate, selectToday } from '../selectors';
import { WeekStrip } from './WeekStrip';
import { calendarClosed, dayChosen, monthChosen } from '../slice';

/** Before this there were no positions: a year that is typed digit by digit passes through 2, 20 and 202. */
const FIRST_DATE = '1970-01-01';

const CALENDAR_ICON = (
  <Icon>
    <path d="M5.5 5.5h13a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1v-12a1 1 0 0 1 1-1ZM4.5 10h15M8.5 3.5v4M15.5 3.5v4" />
  </Icon>
);

/** Opens and closes the calendar, where the server knows the totals of days. */
export function CalendarButton({ date }: { date: string | null }) {
  const dispatch = useAppDispatch();
  const { isOffered, month } = useAppSelector(selectCalendar);
  const isOpen = month !== null;
  if (!isOffered || date === null) return null;
  return (
    <IconButton
      label={t('Calendar')}
      className="history-calendar-button"
      icon={CALENDAR_ICON}
      aria-expanded={isOpen}
      onClick={() => dispatch(isOpen ? calendarClosed() : monthChosen({ month: monthOf(date) }))}
    />
  );
}

/** Which day is shown. */
export function DateBar() {
  const dispatch = useAppDispatch();
  const id = useId();
  const date = useAppSelector(selectDate);
  const today = useAppSelector(selectToday);
  // A date that is typed part by part is invalid or in the future at times: the field keeps its text meanwhile.
  const [typed, setTyped] = useState<string | null>(null);
  const isToCome = typed !== null && today !== null && typed > today;
  const choose = (chosen: string) => dispatch(dayChosen({ date: chosen }));
  useSidewaysMoves((step) => {
    const next = date === null ? null : addDays(date, step);
    if (next !== null && today !== null && next <= today) choose(next);
  });
  return (
    <div ref={focusNeighbourOnRemoval} className="history-date">
      {date === null ? null : <WeekStrip date={date} />}
      <div className="history-date-row">
        <IconButton
          label={t('Previous day')}
          icon={<PreviousIcon />}
          disabled={date === null}
          onClick={() => date && choose(addDays(date, -1))}
        />
        <label className="visually-hidden" htmlFor={id}>
          {t('Date')}
        </label>
        <input
          id={id}
          type="date"
          className="field-input history-date-input"
          value={typed ?? date ?? ''}
          min={FIRST_DATE}
          max={today ?? undefined}
          aria-invalid={isToCome || undefined}
          aria-describedby={isToCome ? `${id}-error` : undefined}
          onChange={({ target: { value } }) => {
            setTyped(value);
            if (value >= FIRST_DATE) choose(value);
          }}
          onBlur={() => setTyped(null)}
        />
        <IconButton
          label={t('Next day')}
          icon={<ChevronIcon />}
          disabled={date === null || today === null || date >= today}
          onClick={() => date && choose(addDays(date, 1))}
        />
        <CalendarButton date={date} />
      </div>
      {isToCome ? (
        <p className="field-error history-date-error" id={`${id}-error`} role="alert">
          {t('This day is still to come')}
        </p>
      ) : null}
    </div>
  );
}
