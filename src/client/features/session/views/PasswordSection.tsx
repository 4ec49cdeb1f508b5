import { t } from '#client/i18n/text';
import { Trans } from '#client/i18n/Trans.tsx';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Form, TextField, useValidatedForm, type FieldErrors } from '#client/ui/Form.tsx';
import { Section } from '#client/ui/Section.tsx';
import { selectUser } from '../selectors';
import { selectAccountSuccesses } from '../account/selectors';
import { passwordSubmitted } from '../account/slice';
import { AccountOutcome, useAccountTask } from './AccountOutcome';
import { NewPasswordFields } from './NewPasswordFields';

const FIELDS = ['currentPassword', 'newPassword', 'confirmPassword'] as const;

/** Changes the password. Its fields are empty again afterwards. */
export function PasswordSection() {
  const dispatch = useAppDispatch();
  const { password: successes } = useAppSelector(selectAccountSuccesses);
  const { busy, edited } = useAccountTask('password');
  const { errors, submit, onInput } = useValidatedForm(
    FIELDS,
    (texts) => dispatch(passwordSubmitted(texts)),
    edited,
  );

  return (
    <Section title={t('Change Password')}>
      <Form onSubmit={submit} onInput={onInput}>
        <PasswordFields key={successes} errors={errors} />
        <PhonesStay />
        {errors ? null : <AccountOutcome task="password" />}
        <Button type="submit" variant="primary" busy={busy}>
          {t(busy ? 'Updating...' : 'Update Password')}
        </Button>
      </Form>
    </Section>
  );
}

/** A key of a phone is no session, so it stays valid after a new password. */
export function PhonesStay() {
  const { Link } = useNavigation();
  return (
    <p className="account-hint">
      <Trans
        message="Phones with an app stay connected. <link>See your phones</link>"
        tags={{ link: <Link to="/phones" /> }}
      />
    </p>
  );
}

function PasswordFields({ errors }: { errors: FieldErrors | null }) {
  const user = useAppSelector(selectUser);
  return (
    <>
      {/* For password managers, which ask whose password it is. */}
      <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <TextField
        label={t('Current Password')}
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        required
        error={errors?.['currentPassword']}
      />
      <NewPasswordFields
        password={{ name: 'newPassword', label: t('New Password') }}
        confirmation={{ name: 'confirmPassword', label: t('Confirm New Password') }}
        errors={errors}
        hint={t('At least 8 characters. Your other devices will be signed out.')}
      />
    </>
  );
}
