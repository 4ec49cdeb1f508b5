import { t } from '#client/i18n/text';
import { Trans } from '#client/i18n/Trans.tsx';
import { useAppDispatch, useAppSelector, useNavigation, useSettings } from '#client/store/hooks';
import { selectAccountLink } from '#client/features/session/selectors';
import { resetLinkRequested } from '#client/features/session/accountLinks/actions';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Form, TextField, useValidatedForm } from '#client/ui/Form.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { AccountLinkCard, AccountLinkFailure } from './AccountLinkCard';

const FIELDS = ['email'] as const;

/** /forgot-password: sends a link, or says who can make one. */
export function ForgotPasswordPage() {
  const { sendsEmail } = useSettings();
  const { Link } = useNavigation();
  return (
    <AccountLinkCard
      title={t('Forgot your password?')}
      subtitle={sendsEmail ? t('Choose a new one with a link that only you get.') : null}
      success={
        <>
          <Notice kind="success">
            {t('If an account has this email, a link is on its way. It works for 30 minutes.')}
          </Notice>
          <p className="field-hint">{t('Nothing there? Look in the spam folder, or try another address.')}</p>
          {/* The page opens again, with an empty form. */}
          <Link to="/forgot-password" className={buttonClass('secondary', true)}>
            {t('Try another address')}
          </Link>
        </>
      }
    >
      {sendsEmail ? <EmailForm /> : <NoEmail />}
    </AccountLinkCard>
  );
}

function EmailForm() {
  const dispatch = useAppDispatch();
  const { status } = useAppSelector(selectAccountLink);
  const { errors, submit } = useValidatedForm(FIELDS, (texts) => dispatch(resetLinkRequested(texts)));
  const busy = status === 'busy';
  return (
    <Form onSubmit={submit}>
      {errors ? null : <AccountLinkFailure />}
      <TextField
        label={t('Email address')}
        name="email"
        type="email"
        autoComplete="email"
        required
        error={errors?.['email']}
      />
      <Button type="submit" variant="primary" wide busy={busy}>
        {t(busy ? 'Sending...' : 'Send the link')}
      </Button>
    </Form>
  );
}

function NoEmail() {
  return (
    <Notice>
      <Trans
        message="This server sends no email. Ask the person who runs it: <code>npm run reset-password EMAIL</code> prints a link with which you choose a new password."
        tags={{ code: <code /> }}
      />
    </Notice>
  );
}
