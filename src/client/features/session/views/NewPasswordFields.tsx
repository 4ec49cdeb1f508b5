import { t } from '#client/i18n/text';
import { useState, type ReactNode } from 'react';
import { useAppContext } from '#client/store/hooks';
import { type FieldErrors, TextField } from '#client/ui/Form.tsx';
import { PasswordStrength } from '#client/ui/PasswordStrength.tsx';
import { useIsCommon } from '#client/ui/useIsCommon';
import { passwordScore } from '../password';

interface NewPasswordFieldsProps {
  /** Names and labels of the two fields. */
  password: { name: string; label: string };
  confirmation: { name: string; label: string };
  errors: FieldErrors | null;
  /** Stands below the first field while it is empty. */
  hint?: ReactNode;
}

/** A new password, how strong it is, and the same again. */
export function NewPasswordFields({
  password,
  confirmation,
  errors,
  hint = t('At least 8 characters'),
}: NewPasswordFieldsProps) {
  const [typed, setTyped] = useState('');
  const isCommon = useIsCommon(typed, useAppContext().isCommonPassword);
  const error = errors?.[password.name];
  return (
    <>
      <TextField
        {...password}
        type="password"
        autoComplete="new-password"
        required
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={error}
        hint={
          typed === '' ? (
            hint
          ) : (
            <PasswordStrength score={passwordScore(typed)} isCommon={isCommon && !error} />
          )
        }
      />
      <TextField
        {...confirmation}
        type="password"
        autoComplete="new-password"
        required
        error={errors?.[confirmation.name]}
      />
    </>
  );
}
