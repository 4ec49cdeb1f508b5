import { TextField } from './Form';

export interface TimeFieldProps {
  label: string;
  /** Of the day. */
  minutes: number;
  onChange: (minutes: number) => void;
}

/** A labelled time of day. */
export function TimeField({ label, minutes, onChange }: TimeFieldProps) {
  return (
    <TextField
      label={label}
      type="time"
      required
      defaultValue={timeText(minutes)}
      onChange={({ target }) => {
        const chosen = minutesIn(target.value);
        // A time that is half typed is empty.
        if (chosen !== null) onChange(chosen);
      }}
      onBlur={({ target }) => {
        // One that is left empty still counts, so it is shown again.
        if (minutesIn(target.value) === null) target.value = timeText(minutes);
      }}
    />
  );
}

/** Minutes of the day as a time field has them, e.g. '07:30'. */
function timeText(minutes: number): string {
  const digits = (value: number) => String(value).padStart(2, '0');
  return `${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`;
}

/** Minutes of the day in a time field's value; null when it has none. */
function minutesIn(text: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/u.exec(text) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}
