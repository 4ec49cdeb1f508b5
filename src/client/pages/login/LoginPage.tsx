import { Link, useLocation } from 'react-router-dom';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { AuthCard } from '#client/ui/Page.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Form, TextField, useValidatedForm } from '#client/ui/Form.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { selectAuthForm, selectEndedBecause } from '#client/features/session/selectors';
import { signInSubmitted } from '#client/features/session/slice';
import { NetworkBanner } from '#client/features/session/views/NetworkBanner.tsx';

const FIELDS = ['email', 'password'] as const;

/** /login: email address and password. */
export function LoginPage() {
  const dispatch = useAppDispatch();
  const { status, error } = useAppSelector(selectAuthForm);
  const { errors, submit } = useValidatedForm(FIELDS, (texts) => dispatch(signInSubmitted(texts)));

  return (
    <>
      <NetworkBanner />
      <AuthCard
        title="Sign in"
        subtitle="See that your family is well."
        footer={
          <>
            New here? <Link to="/register">Create an account</Link>
          </>
        }
      >
        <Reason />
        <Form onSubmit={submit}>
          {status === 'failed' && !errors ? (
            <Notice kind="error">{error ?? 'Failed to log in'}</Notice>
          ) : null}
          <TextField
            label="Email address"
            name="email"
            type="email"
            autoComplete="email"
            required
            error={errors?.['email']}
          />
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            error={errors?.['password']}
          />
          <Button type="submit" variant="primary" wide busy={status === 'submitting'}>
            {status === 'submitting' ? 'Signing in...' : 'Sign in'}
          </Button>
          <Link className="form-link" to="/forgot-password">
            Forgot your password?
          </Link>
        </Form>
      </AuthCard>
    </>
  );
}

/** Why the person stands here: sent from a page that needs a session, or the session has ended. */
function Reason() {
  const endedBecause = useAppSelector(selectEndedBecause);
  const { state } = useLocation() as { state: { message?: string } | null };
  if (state?.message) return <Notice>{state.message}</Notice>;
  return endedBecause === 'expired' ? <Notice>Your session has ended. Please sign in again.</Notice> : null;
}
