import { useId } from 'react';
import type { ComponentProps } from 'react';
import './field.css';

export interface SelectFieldProps extends ComponentProps<'select'> {
  label: string;
  options: readonly { value: string; label: string }[];
}

/** A labelled choice out of a few. */
export function SelectField({ label, options, ...rest }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <div className="field-top">
        <label htmlFor={id}>{label}</label>
      </div>
      <div className="field-box">
        <select {...rest} id={id} className="field-input">
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
