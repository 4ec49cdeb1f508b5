import { type ReactNode, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import './month-grid.css';

export interface MonthDay {
  /** Its id, such as YYYY-MM-DD. */
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
  readonly isChosen: boolean;
  readonly isToday: boolean;
  readonly isDisabled: boolean;
  /** Whether there is something to see on that day. */
  readonly hasData: boolean;
}

export interface MonthGridProps {
  label: string;
  /** Short names of the days of a week. */
  weekdays: readonly string[];
  /** Null for days of other months. */
  weeks: readonly (readonly (MonthDay | null)[])[];
  /** The day that has the tab stop until a key leads to another one. */
  initialId: string;
  /** The day to which a key leads; null where it leads nowhere. */
  dayAfterKey: (id: string, key: string) => string | null;
  /** A key has led to this day, which may be in another month. */
  onMove: (id: string) => void;
  onChoose: (id: string) => void;
  /** Escape was pressed. */
  onClose: () => void;
}

/** A month after the WAI-ARIA pattern of a grid: one day can be tabbed to, keys lead to the others. */
export function MonthGrid(props: MonthGridProps) {
  const { label, weekdays, weeks, initialId } = props;
  const grid = useRef<HTMLDivElement>(null);
  const [moved, setMoved] = useState<string | null>(null);
  const isShown = weeks.some((week) => week.some((day) => day?.id === moved));
  useEffect(() => {
    if (moved !== null && isShown) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [moved, isShown]);
  const onMove = (id: string) => {
    setMoved(id);
    props.onMove(id);
  };
  return (
    <div className="month-grid" role="grid" aria-label={label} ref={grid}>
      <div className="month-grid-row" role="row">
        {weekdays.map((name) => (
          <span key={name} className="month-grid-weekday" role="columnheader">
            {name}
          </span>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week.find(Boolean)?.id} className="month-grid-row" role="row">
          {week.map((day, index) =>
            day ? (
              <Day
                key={day.id}
                {...props}
                day={day}
                isTabStop={day.id === (isShown ? moved : initialId)}
                onMove={onMove}
              />
            ) : (
              <span key={`${index} empty`} aria-hidden="true" />
            ),
          )}
        </div>
      ))}
    </div>
  );
}

interface DayProps extends Pick<MonthGridProps, 'dayAfterKey' | 'onMove' | 'onChoose' | 'onClose'> {
  day: MonthDay;
  isTabStop: boolean;
}

function Day({ day, isTabStop, dayAfterKey, onMove, onChoose, onClose }: DayProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    const next = dayAfterKey(day.id, event.key);
    if (next === null) return;
    event.preventDefault();
    onMove(next);
  };
  return (
    <span role="gridcell" aria-selected={day.isChosen}>
      <button
        type="button"
        className="month-grid-day"
        data-has-data={day.hasData || undefined}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={day.label}
        aria-current={day.isToday ? 'date' : undefined}
        disabled={day.isDisabled}
        onKeyDown={onKeyDown}
        onClick={() => onChoose(day.id)}
      >
        {day.content}
      </button>
    </span>
  );
}
