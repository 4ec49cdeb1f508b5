import { t } from '#client/i18n/text';
import { type FormEvent, useState } from 'react';
import type { AppError } from '#client/i18n/errors';
import { PASSWORD_MIN_LENGTH } from '#contract/limits';
import type { FieldErrors } from '#client/ui/Form.tsx';

type Advice = readonly [field: string, text: string];

/**
 * The field that a refusal is about, and what to do there. The sentence of the refusal is above the form, except for a
 * common password, of which the field says all.
 */
function adviceFor({ code }: AppError): Advice | undefined {
  const email: Advice = ['email', t('Enter an address such as name@example.com')];
  const advice: Partial<Record<AppError['code'], Advice>> = {
    name_required: ['name', t('Enter your name')],
    name_too_long: ['name', t('Enter a shorter name')],
    email_required: email,
    email_invalid: email,
    email_too_long: email,
    email_taken: ['email', t('Sign in instead, or enter another address')],
    phone_too_long: ['phone', t('Enter a shorter number')],
    password_too_short: ['password', t('Use {min} or more characters here', { min: PASSWORD_MIN_LENGTH })],
    password_too_long: ['password', t('Use fewer characters here')],
    password_common: ['password', t('This password is too common. Please choose another one.')],
    passwords_differ: ['confirmPassword', t('Enter the same password as above')],
  };
  return advice[code];
}

/**
 * Marks the field that a refused registration is about, until that field is edited, or the other one of two passwords.
 * @returns the marks by field name, and the form's onInput
 */
export function useRegistrationErrors(refusal: AppError | null) {
  const [corrected, setCorrected] = useState<AppError | null>(null);
  const [field, text] = (refusal !== null && refusal !== corrected && adviceFor(refusal)) || [];
  const marks: FieldErrors | null = field && text ? { [field]: text } : null;
  function onInput({ target }: FormEvent<HTMLFormElement>) {
    const { name } = target as unknown as HTMLInputElement;
    if (name === field || (name === 'password' && field === 'confirmPassword')) setCorrected(refusal);
  }
  return { marks, onInput };
}
