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
        <output className="slider-value" htmlFor={id}>
          {shown}
        </output>
      </div>
      <input {...rest} id={id} type="range" className="slider" aria-valuetext={shown} />
    </div>
  );
}
