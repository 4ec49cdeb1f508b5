import { useId, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { EyeIcon, EyeOffIcon } from './formIcons';
import './icon-button.css';
import './field.css';

/** No longest length: browsers cut a longer text without a word. The server says what is too long. */
export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'size' | 'maxLength'> {
  label: string;
  /** A quiet word beside the label, e.g. 'Optional'; no part of the field's name. */
  note?: string | undefined;
  /** What helps to fill it in. */
  hint?: ReactNode;
  /** What is wrong and what to do; announced, and tied to the field. */
  error?: string | null | undefined;
  /** Spaced capitals, for codes. */
  code?: boolean | undefined;
}

/**
 * A labelled input. Everything an input takes passes through, `ref`, `defaultValue` and `value` included, so that a
 * form may hold its text itself. A password gets a button that shows it.
 */
export function TextField({
  label,
  note,
  hint,
  error,
  code,
  type = 'text',
  className,
  ...rest
}: TextFieldProps) {
  const ownId = useId();
  const id = rest.id ?? ownId;
  const [shown, setShown] = useState(false);
  const isPassword = type === 'password';
  const described = [error && `${id}-error`, hint && `${id}-hint`, rest['aria-describedby']].filter(Boolean);
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <div className="field-top">
        <label htmlFor={id}>{label}</label>
        {note ? <span className="field-note">{note}</span> : null}
      </div>
      <div className="field-box">
        <input
          {...rest}
          id={id}
          type={isPassword && shown ? 'text' : type}
          className={code ? 'field-input field-input-code' : 'field-input'}
          aria-invalid={error ? true : undefined}
          aria-describedby={described.length > 0 ? described.join(' ') : undefined}
        />
        {isPassword ? <ShowPassword shown={shown} controls={id} onToggle={() => setShown(!shown)} /> : null}
      </div>
      {hint ? (
        <div className="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      ) : null}
      {error ? (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}

interface ShowPasswordProps {
  shown: boolean;
  controls: string;
  onToggle: () => void;
}

function ShowPassword({ shown, controls, onToggle }: ShowPasswordProps) {
  return (
    <button type="button" className="icon-button field-toggle" aria-controls={controls} onClick={onToggle}>
      {shown ? <EyeOffIcon /> : <EyeIcon />}
      {/* Text, not aria-label: "Password" must find the field alone. */}
      <span className="visually-hidden">{shown ? 'Hide password' : 'Show password'}</span>
    </button>
  );
}
