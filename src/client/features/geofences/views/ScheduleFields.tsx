import type { PlaceSchedule } from '#contract/geofences';
import { weekdayName } from '#client/i18n/formats';
import { t } from '#client/i18n/text';
import { useAppDispatch } from '#client/store/hooks';
import { Switch } from '#client/ui/controls.tsx';
import { TimeField } from '#client/ui/TimeField.tsx';
import { NEW_SCHEDULE } from '../draft';
import { draftChanged, type GeofenceForm } from '../slice';
import './schedule.css';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** The days and hours in which a place sends alerts. */
export function ScheduleFields({ form: { schedule } }: { form: GeofenceForm }) {
  const dispatch = useAppDispatch();
  const change = (next: PlaceSchedule | null) => dispatch(draftChanged({ schedule: next }));
  return (
    <div>
      <Switch
        label={t('Only at certain times')}
        aria-describedby="schedule-hint"
        checked={schedule !== null}
        onChange={({ target }) => change(target.checked ? NEW_SCHEDULE : null)}
      />
      {schedule ? <Times schedule={schedule} onChange={change} /> : null}
      <p id="schedule-hint" className="schedule-hint">
        {t('At other times no one is notified; the history still has it.')}
      </p>
    </div>
  );
}

interface TimesProps {
  schedule: PlaceSchedule;
  onChange: (schedule: PlaceSchedule) => void;
}

function Times({ schedule, onChange }: TimesProps) {
  const { days, from, to, timeZone } = schedule;
  const withDay = (day: number, isOn: boolean) =>
    onChange({ ...schedule, days: WEEKDAYS.filter((one) => (one === day ? isOn : days.includes(one))) });
  return (
    <div className="schedule">
      <fieldset className="schedule-days">
        <legend className="visually-hidden">{t('Days')}</legend>
        {WEEKDAYS.map((day) => (
          <label key={day} className="schedule-day">
            <input
              type="checkbox"
              aria-label={weekdayName(day, 'long')}
              checked={days.includes(day)}
              onChange={({ target }) => withDay(day, target.checked)}
            />
            <span className="schedule-day-name" aria-hidden="true">
              {weekdayName(day, 'short')}
            </span>
          </label>
        ))}
      </fieldset>
      <div className="geofence-form-pair">
        <TimeField
          label={t('From')}
          minutes={from}
          onChange={(minutes) => onChange({ ...schedule, from: minutes })}
        />
        <TimeField
          label={t('To')}
          minutes={to}
          onChange={(minutes) => onChange({ ...schedule, to: minutes })}
        />
      </div>
      {timeZone === '' ? null : <p className="schedule-hint">{t('Time zone: {timeZone}', { timeZone })}</p>}
    </div>
  );
}
