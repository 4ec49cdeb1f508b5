import { useId } from 'react';
import { shiftedDate } from '../../../../shared/days';
import { useAppDispatch, useAppSelector } from '../../../app/hooks';
import { PreviousIcon } from '../../../ui/dayIcons';
import { ChevronIcon } from '../../../ui/icons';
import { IconButton } from '../../../ui/RoundButton';
import { selectDate, selectToday } from '../selectors';
import { dayChosen } from '../slice';

/** Which day is shown. */
export function DateBar() {
  const dispatch = useAppDispatch();
  const id = useId();
  const date = useAppSelector(selectDate);
  const today = useAppSelector(selectToday);
  const choose = (chosen: string) => dispatch(dayChosen({ date: chosen }));
  return (
    <div className="history-date">
      <IconButton
        label="Previous day"
        icon={<PreviousIcon />}
        disabled={date === null}
        onClick={() => date && choose(shiftedDate(date, -1))}
      />
      <label className="visually-hidden" htmlFor={id}>
        Date
      </label>
      <input
        id={id}
        type="date"
        className="field-input history-date-input"
        value={date ?? ''}
        max={today ?? undefined}
        onChange={(event) => choose(event.target.value)}
      />
      <IconButton
        label="Next day"
        icon={<ChevronIcon />}
        disabled={date === null || today === null || date >= today}
        onClick={() => date && choose(shiftedDate(date, 1))}
      />
    </div>
  );
}
