import { useState } from 'react';
import { t } from '#client/i18n/text';
import { CurrentPasswordField } from '#client/ui/credentialFields.tsx';
import type { FieldErrors } from '#client/ui/Form.tsx';
import { asksForPassword } from '../slice';

/** Whether a form asks for the password: from the moment the server wants it, also while the form is sent again. */
export function useAsksForPassword(error: Parameters<typeof asksForPassword>[0]): boolean {
  const [asks, setAsks] = useState(false);
  if (!asks && asksForPassword(error)) setAsks(true);
  return asks;
}

/** Asks for the password before a key is created, because a key stays valid when the session ends. */
export function OwnerPassword({ errors }: { errors: FieldErrors | null }) {
  return (
    <CurrentPasswordField
      label={t('Your password')}
      name="currentPassword"
      hint={t(
        'You signed in a while ago. A phone may see where your families are, so please confirm that it is you.',
      )}
      error={errors?.['currentPassword']}
    />
  );
}
