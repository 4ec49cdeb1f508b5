import { Trans } from '#client/i18n/Trans.tsx';
import { t } from '#client/i18n/text';
import { errorMessage } from '#client/i18n/errors';
import {
  useAppDispatch,
  useAppSelector,
  useInvitationCodeFromUrl,
  useNavigation,
  useSettings,
} from '#client/store/hooks';
import { AuthCard } from '#client/ui/Page.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmailField } from '#client/ui/credentialFields.tsx';
import { Form, TextField, useValidatedForm, type FieldErrors } from '#client/ui/Form.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { inviteCodeEntered } from '#client/features/families/slice';
import { InvitePreview } from '#client/features/families/views/InvitePreview.tsx';
import { selectAuthForm } from '#client/features/session/selectors';
import { registerSubmitted } from '#client/features/session/slice';
import { NewPasswordFields } from '#client/features/session/views/NewPasswordFields.tsx';
import { phoneField } from '#client/features/session/views/phoneField';
import { useRegistrationErrors } from '#client/features/session/views/useRegistrationErrors';
import { NetworkBanner } from '#client/features/session/views/NetworkBanner.tsx';

const FIELDS = ['inviteCode', 'name', 'email', 'phone', 'password', 'confirmPassword'] as const;

/** /register: creates an account. */
export function RegisterPage() {
  const { Link } = useNavigation();
  const isClosed = useSettings().registration === 'closed';

  return (
    <>
      <NetworkBanner />
      <AuthCard
        title={isClosed ? t('No new accounts') : t('Create your account')}
        subtitle={isClosed ? undefined : t('Only the family you choose sees where you are.')}
        footer={
          <Trans
            message="Already have an account? <link>Sign in</link>"
            tags={{ link: <Link to="/login" /> }}
          />
        }
      >
        {isClosed ? (
          <Notice>
            {t('This server takes no new accounts. Should you have one, ask the person who runs it.')}
          </Notice>
        ) : (
          <RegisterForm />
        )}
      </AuthCard>
    </>
  );
}

function RegisterForm() {
  const dispatch = useAppDispatch();
  const { status, error } = useAppSelector(selectAuthForm);
  const { registration } = useSettings();
  const { errors: invalid, submit } = useValidatedForm(FIELDS, (texts) => dispatch(registerSubmitted(texts)));
  const { marks, onInput } = useRegistrationErrors(error);
  const errors = invalid ?? marks;
  return (
    <Form onSubmit={submit} onInput={onInput}>
      {error && error.code !== 'password_common' && !invalid ? (
        <Notice kind="error">{errorMessage(error)}</Notice>
      ) : null}
      {registration === 'invite' ? <InviteCodeField error={errors?.['inviteCode']} /> : null}
      <InvitePreview hint={t('You are invited to join. Create your account first.')} />
      <TextField label={t('Full Name')} name="name" autoComplete="name" required error={errors?.['name']} />
      <EmailField error={errors?.['email']} />
      <TextField
        {...phoneField()}
        hint={t('Your family sees it only if you allow that later. An SOS always shows it.')}
        error={errors?.['phone']}
      />
      <NewPassword errors={errors} />
      <Button type="submit" variant="primary" wide busy={status === 'submitting'}>
        {t(status === 'submitting' ? 'Creating account...' : 'Create account')}
      </Button>
    </Form>
  );
}

/** For servers that take only the invited; filled in by an invitation link. */
function InviteCodeField({ error }: { error: string | undefined }) {
  const dispatch = useAppDispatch();
  return (
    <TextField
      label={t('Invitation Code')}
      name="inviteCode"
      code
      autoComplete="off"
      required
      defaultValue={useInvitationCodeFromUrl() ?? ''}
      onChange={({ target }) => dispatch(inviteCodeEntered({ inviteCode: target.value }))}
      hint={t('A member of your family has the code.')}
      error={error}
    />
  );
}

function NewPassword({ errors }: { errors: FieldErrors | null }) {
  return (
    <NewPasswordFields
      password={{ name: 'password', label: t('Password') }}
      confirmation={{ name: 'confirmPassword', label: t('Confirm Password') }}
      errors={errors}
    />
  );
}
