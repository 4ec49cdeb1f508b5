import { useId } from 'react';
import type { ComponentProps } from 'react';
import './field.css';

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
