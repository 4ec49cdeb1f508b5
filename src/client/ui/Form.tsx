import { t } from '#client/i18n/text';
import { useState, useId, type ComponentProps, type FormEvent, type ReactNode } from 'react';
import { EyeIcon, EyeOffIcon } from './formIcons';
import { showError } from './showError';
import './button.css';
import './form.css';

/** A form with the usual space between its fields, and without the browser's validation, because fields show errors. */
export function Form({ className, ...rest }: ComponentProps<'form'>) {
  return <form noValidate {...rest} className={className ? `form ${className}` : 'form'} />;
}

/** One sentence per field that may not be sent as it is, by the field's name. */
export type FieldErrors = Record<string, string>;

/**
 * Asks the browser which fields of a form are missing or malformed, and says so in our words. The first of them gets
 * the focus.
 * @returns null when all is well
 */
function fieldErrors(form: HTMLFormElement): FieldErrors | null {
  const invalid = [...form.elements].filter(
    (element): element is HTMLInputElement => element instanceof HTMLInputElement && !element.checkValidity(),
  );
  invalid[0]?.focus();
  if (invalid.length === 0) return null;
  return Object.fromEntries(invalid.map((field) => [field.name, fieldMessage(field)]));
}

function fieldMessage(field: HTMLInputElement): string {
  // The title of a field with a pattern says what is expected, as HTML has it.
  if (field.validity.patternMismatch && field.title) return field.title;
  const label = field.labels?.[0]?.textContent ?? t('This');
  return t(field.validity.valueMissing ? '{label} is required' : '{label} is not valid', { label });
}

/** The texts of a form by field name; fields that are not there are empty. */
function textsOf<Name extends string>(form: HTMLFormElement, names: readonly Name[]): Record<Name, string> {
  const data = new FormData(form);
  const text = (name: Name): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return Object.fromEntries(names.map((name) => [name, text(name)])) as Record<Name, string>;
}

/**
 * A form that is sent only when the browser finds nothing wrong with its fields.
 * @param names of the fields whose texts are sent
 * @param edited is called when the form is edited
 * @returns what is wrong, by field name, the form's onSubmit, and an onInput that forgets what was wrong
 */
export function useValidatedForm<Name extends string>(
  names: readonly Name[],
  send: (texts: Record<Name, string>) => void,
  edited?: () => void,
) {
  const [errors, setErrors] = useState<FieldErrors | null>(null);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const problems = fieldErrors(event.currentTarget);
    setErrors(problems);
    if (!problems) send(textsOf(event.currentTarget, names));
  }
  function onInput() {
    edited?.();
    setErrors(null);
  }
  return { errors, submit, onInput };
}

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
        <p ref={showError} className="field-error" id={`${id}-error`} role="alert">
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
      <span className="visually-hidden">{t(shown ? 'Hide password' : 'Show password')}</span>
    </button>
  );
}
