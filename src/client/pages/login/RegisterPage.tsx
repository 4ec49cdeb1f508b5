import { useState } from 'react';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { AuthCard } from '#client/ui/Page.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Form, PasswordStrength, TextField, useValidatedForm, type FieldErrors } from '#client/ui/Form.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { passwordScore } from '#client/features/session/password';
import { selectAuthForm } from '#client/features/session/selectors';
import { registerSubmitted } from '#client/features/session/slice';
import { NetworkBanner } from '#client/features/session/views/NetworkBanner.tsx';

const FIELDS = ['name', 'email', 'phone', 'password', 'confirmPassword'] as const;

/** /register: creates an account. */
export function RegisterPage() {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  const { status, error } = useAppSelector(selectAuthForm);
  const { errors, submit } = useValidatedForm(FIELDS, (texts) => dispatch(registerSubmitted(texts)));

  return (
    <>
      <NetworkBanner />
      <AuthCard
        title="Create your account"
        subtitle="Only the family you choose sees where you are."
        footer={
          <>
            Already have an account? <Link to="/login">Sign in</Link>
          </>
        }
      >
        <Form onSubmit={submit}>
          {status === 'failed' && !errors ? (
            <Notice kind="error">{error ?? 'Failed to register'}</Notice>
          ) : null}
          <TextField label="Full Name" name="name" autoComplete="name" required error={errors?.['name']} />
          <TextField
            label="Email address"
            name="email"
            type="email"
            autoComplete="email"
            required
            error={errors?.['email']}
          />
          <TextField label="Phone Number" note="Optional" name="phone" type="tel" autoComplete="tel" />
          <NewPassword errors={errors} />
          <Button type="submit" variant="primary" wide busy={status === 'submitting'}>
            {status === 'submitting' ? 'Creating account...' : 'Create account'}
          </Button>
        </Form>
      </AuthCard>
    </>
  );
}

function NewPassword({ errors }: { errors: FieldErrors | null }) {
  const [password, setPassword] = useState('');
  return (
    <>
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={errors?.['password']}
        hint={
          password === '' ? 'At least 8 characters' : <PasswordStrength score={passwordScore(password)} />
        }
      />
      <TextField
        label="Confirm Password"
        name="confirmPassword"
        type="password"
        autoComplete="new-password"
        required
        error={errors?.['confirmPassword']}
      />
    </>
  );
}
