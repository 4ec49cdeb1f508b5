import { errorMessage } from '#client/i18n/errors';
import { Trans } from '#client/i18n/Trans.tsx';
import { t } from '#client/i18n/text';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useAppDispatch, useAppSelector, useInvitationCodeFromUrl } from '#client/store/hooks';
import { AuthCard } from '#client/ui/Page.tsx';
import { Button } from '#client/ui/Button.tsx';
import { CurrentPasswordField, EmailField } from '#client/ui/credentialFields.tsx';
import { Form, useValidatedForm } from '#client/ui/Form.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { selectAuthForm, selectEndedBecause, selectSecondStep } from '#client/features/session/selectors';
import { signInSubmitted } from '#client/features/session/slice';
import { NetworkBanner } from '#client/features/session/views/NetworkBanner.tsx';

const FIELDS = ['email', 'password'] as const;

/** Few need it, so the first bundle goes without. */
const SecondStep = lazy(async () => {
  const views = await import('#client/features/session/views/SecondStep.tsx');
  return { default: views.SecondStep };
});

const InvitePreview = lazy(async () => {
  const views = await import('#client/features/families/views/InvitePreview.tsx');
  return { default: views.InvitePreview };
});

/** /login: email address and password. */
export function LoginPage() {
  const dispatch = useAppDispatch();
  const { status, error } = useAppSelector(selectAuthForm);
  const { preview } = useAppSelector(({ families }) => families.membership.setup);
  const isInvited = useInvitationCodeFromUrl() !== null;
  const showsInvitation = isInvited && preview !== null && preview !== 'unknown';
  const { errors, submit } = useValidatedForm(FIELDS, (texts) => dispatch(signInSubmitted(texts)));

  if (useAppSelector(selectSecondStep).about === 'signIn')
    return (
      <AuthCard title={t('One more step')} subtitle={t('Your account asks for a second step.')}>
        <Suspense fallback={<p role="status">{t('Loading...')}</p>}>
          <SecondStep />
        </Suspense>
      </AuthCard>
    );
  return (
    <>
      <NetworkBanner />
      <AuthCard
        title={t('Sign in')}
        subtitle={t('See that your family is well.')}
        footer={
          // The invitation has the link, where it stays in view.
          showsInvitation ? null : (
            <Trans
              message="New here? <link>Create an account</link>"
              tags={{ link: <Link to="/register" /> }}
            />
          )
        }
      >
        <Reason isInvited={isInvited} />
        <Form onSubmit={submit}>
          {error && !errors ? <Notice kind="error">{errorMessage(error)}</Notice> : null}
          <EmailField error={errors?.['email']} />
          <CurrentPasswordField label={t('Password')} name="password" error={errors?.['password']} />
          <Button type="submit" variant="primary" wide busy={status === 'submitting'}>
            {t(status === 'submitting' ? 'Signing in...' : 'Sign in')}
          </Button>
          <Link className="form-link" to="/forgot-password">
            {t('Forgot your password?')}
          </Link>
        </Form>
      </AuthCard>
    </>
  );
}

/** Why the login page is shown: an invitation, a page that needs a session, or the end of a session or an account. */
function Reason({ isInvited }: { isInvited: boolean }) {
  const ended = useAppSelector(selectEndedBecause);
  // What a sign-in says is newer.
  const endedBecause = useAppSelector(selectAuthForm).status === 'idle' ? ended : null;
  const { state } = useLocation() as { state: { reason?: 'familySetup' } | null };
  return (
    <>
      <Suspense>
        {isInvited ? (
          <InvitePreview
            // Short, so that the link is in view with large text on a small phone.
            hint={t('You are invited to join.')}
            action={<Link to="/register">{t('Create an account')}</Link>}
          />
        ) : null}
      </Suspense>
      {state?.reason ? (
        <Notice>{t('Please log in to set up your family')}</Notice>
      ) : endedBecause === 'expired' ? (
        <Notice>{t('Your session has ended. Please sign in again.')}</Notice>
      ) : endedBecause === 'deleted' ? (
        <Notice kind="success">{t('Your account is deleted.')}</Notice>
      ) : null}
    </>
  );
}
