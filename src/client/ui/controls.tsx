import { useId, type ComponentProps, type ReactNode } from 'react';
import { useFocusBack } from './Button';
import './form.css';
import './controls.css';

export interface SelectFieldProps extends ComponentProps<'select'> {
  label: string;
  options: readonly { value: string; label: string }[];
}

/** A choice out of a few that stands in a text: no box, and its label is for screen readers. */
export const TextSelect = ({ label, options, ...rest }: SelectFieldProps) => (
  <select {...rest} className="text-select" aria-label={label}>
    <Options options={options} />
  </select>
);

const Options = ({ options }: Pick<SelectFieldProps, 'options'>) =>
  options.map((option) => (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  ));

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
          <Options options={options} />
        </select>
      </div>
    </div>
  );
}

export interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
}

/** A labelled field of several lines, e.g. the message of an SOS. */
export function TextArea({ label, className, ...rest }: TextAreaProps) {
  const ownId = useId();
  const id = rest.id ?? ownId;
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <div className="field-top">
        <label htmlFor={id}>{label}</label>
      </div>
      <textarea rows={3} {...rest} id={id} className="field-input field-area" />
    </div>
  );
}

export interface SliderProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  label: string;
  value: number;
  /** The value as people read it, e.g. '100 m'. */
  shown: string;
}

/** A labelled choice of an amount. */
export function Slider({ label, shown, className, ...rest }: SliderProps) {
  const id = useId();
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <div className="field-top">
        <label htmlFor={id}>{label}</label>
        {/* Not announced as it changes: the slider itself is, and a day that is played changes ten times a second. */}
        <output className="slider-value" htmlFor={id} aria-live="off">
          {shown}
        </output>
      </div>
      <input {...rest} id={id} type="range" className="slider" aria-valuetext={shown} />
    </div>
  );
}

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  label: string;
  icon?: ReactNode;
}

/** Something that is either on or off, and takes effect with the press or with its form. */
export function Switch({ label, icon, className, ...rest }: SwitchProps) {
  return (
    <label className={className ? `switch ${className}` : 'switch'}>
      {icon}
      <span className="switch-label">{label}</span>
      <input {...rest} ref={useFocusBack(rest.disabled)} type="checkbox" className="switch-input" />
    </label>
  );
}
