import { useState } from 'react';
import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { CurrentPasswordField } from '#client/ui/credentialFields.tsx';
import type { FieldErrors } from '#client/ui/Form.tsx';
import { asksForPassword } from '../slice';

type TaskError = Parameters<typeof asksForPassword>[0];

/** Whether a form asks for the password: from the moment the server wants it, also while the form is sent again. */
export function useAsksForPassword(error: TaskError): boolean {
  const [asks, setAsks] = useState(false);
  if (!asks && asksForPassword(error)) setAsks(true);
  return asks;
}

/** What went wrong; nothing where the password is only asked for, because the field says why. */
export const failureText = (error: TaskError): string | null =>
  error && error.code !== 'current_password_needed' ? errorMessage(error) : null;

/** The field comes below what was filled in: the user goes on there. */
const takeFocus = (field: HTMLInputElement | null): void => field?.focus();

/** Asks for the password before a key is created, because a key stays valid when the session ends. */
export function OwnerPassword({ errors }: { errors: FieldErrors | null }) {
  return (
    <CurrentPasswordField
      ref={takeFocus}
      label={t('Your password')}
      name="currentPassword"
      hint={t('A phone may see where your families are, so please confirm that it is you.')}
      error={errors?.['currentPassword']}
    />
  );
}
