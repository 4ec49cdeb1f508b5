import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { selectAccountLink } from '#client/features/session/selectors';
import { newPasswordSubmitted } from '#client/features/session/accountLinks/actions';
import { NewPasswordFields } from '#client/features/session/views/NewPasswordFields.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Form, useValidatedForm } from '#client/ui/Form.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { AccountLinkCard, AccountLinkFailure } from './AccountLinkCard';

const FIELDS = ['newPassword', 'confirmPassword'] as const;

/** /reset-password: a new password, by a link. */
export function ResetPasswordPage() {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  const outcome = useAppSelector(selectAccountLink);
  const { errors, submit } = useValidatedForm(FIELDS, (texts) => dispatch(newPasswordSubmitted(texts)));
  const busy = outcome.status === 'busy';
  return (
    <AccountLinkCard
      title={t('Choose a new password')}
      subtitle={t('All devices are signed out then, so that only you have it.')}
      success={
        <>
          <Notice kind="success">{t('Your password was changed. All devices were signed out.')}</Notice>
          <Link to="/login" className={buttonClass('primary', true)}>
            {t('Sign in')}
          </Link>
        </>
      }
      wayOut={
        <Link to="/forgot-password" className={buttonClass('primary', true)}>
          {t('Ask for a new link')}
        </Link>
      }
    >
      <Form onSubmit={submit}>
        {errors ? null : <AccountLinkFailure />}
        <NewPasswordFields
          password={{ name: 'newPassword', label: t('New Password') }}
          confirmation={{ name: 'confirmPassword', label: t('Confirm New Password') }}
          errors={errors}
        />
        <Button type="submit" variant="primary" wide busy={busy}>
          {t(busy ? 'Updating...' : 'Update Password')}
        </Button>
      </Form>
    </AccountLinkCard>
  );
}
