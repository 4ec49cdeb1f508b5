import { t } from '#client/i18n/text';
import { useEffect, useState, type ReactNode } from 'react';
import { useAppContext } from '#client/store/hooks';
import { type FieldErrors, TextField } from '#client/ui/Form.tsx';
import { PasswordStrength } from '#client/ui/PasswordStrength.tsx';
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
  const isCommon = useIsCommon(typed);
  return (
    <>
      <TextField
        {...password}
        type="password"
        autoComplete="new-password"
        required
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={errors?.[password.name]}
        hint={typed === '' ? hint : <PasswordStrength score={passwordScore(typed)} isCommon={isCommon} />}
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

/** Whether the server refuses a password as too common: no state of the store, which never holds passwords. */
function useIsCommon(password: string): boolean {
  const { isCommonPassword } = useAppContext();
  const [common, setCommon] = useState<string | null>(null);
  useEffect(() => {
    let isOutdated = false;
    isCommonPassword(password).then(
      (isCommon) => isOutdated || setCommon(isCommon ? password : null),
      () => undefined,
    );
    return () => {
      isOutdated = true;
    };
  }, [isCommonPassword, password]);
  return password !== '' && common === password;
}
