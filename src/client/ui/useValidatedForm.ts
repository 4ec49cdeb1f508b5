import { type FormEvent, useState } from 'react';

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
  const label = field.labels?.[0]?.textContent ?? 'This';
  return field.validity.valueMissing ? `${label} is required` : `${label} is not valid`;
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
 * @returns what is wrong, by field name, the form's onSubmit, and what forgets what was wrong
 */
export function useValidatedForm<Name extends string>(
  names: readonly Name[],
  send: (texts: Record<Name, string>) => void,
) {
  const [errors, setErrors] = useState<FieldErrors | null>(null);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const problems = fieldErrors(event.currentTarget);
    setErrors(problems);
    if (!problems) send(textsOf(event.currentTarget, names));
  }
  return { errors, submit, forgetErrors: () => setErrors(null) };
}
