import { useId } from 'react';
import type { ComponentProps } from 'react';
import './field.css';
import './slider.css';

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
