import { t } from '#client/i18n/text';
import { useId, useState } from 'react';
import { addDays } from '#shared/days';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { PreviousIcon } from '#client/ui/actionIcons.tsx';
import { ChevronIcon } from '#client/ui/icons.tsx';
import { IconButton } from '#client/ui/RoundButton.tsx';
import { selectDate, selectToday } from '../selectors';
import { dayChosen } from '../slice';

/** Before this there were no positions: a year that is typed digit by digit passes through 2, 20 and 202. */
const FIRST_DATE = '1970-01-01';

/** Which day is shown. */
export function DateBar() {
  const dispatch = useAppDispatch();
  const id = useId();
  const date = useAppSelector(selectDate);
  const today = useAppSelector(selectToday);
  // While the date is typed part by part it is no day at times, or one to come: what stands in the field stays there.
  const [typed, setTyped] = useState<string | null>(null);
  const isToCome = typed !== null && today !== null && typed > today;
  const choose = (chosen: string) => dispatch(dayChosen({ date: chosen }));
  return (
    <div className="history-date">
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
      {isToCome ? (
        <p className="field-error history-date-error" id={`${id}-error`} role="alert">
          {t('This day is still to come')}
        </p>
      ) : null}
    </div>
  );
}
