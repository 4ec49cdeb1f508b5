import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { selectAccountLink } from '#client/features/session/selectors';
import { emailLinkConfirmed } from '#client/features/session/accountLinks/actions';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { AccountLinkCard, AccountLinkFailure } from './AccountLinkCard';

/** /confirm-email: changes to the new address. By a button, because mail programs open links to scan them. */
export function ConfirmEmailPage() {
  const { Link } = useNavigation();
  return (
    <AccountLinkCard
      title={t('Confirm your email address')}
      subtitle={t('After you confirm it, you sign in to Kinmap with this address.')}
      success={
        <>
          <Notice kind="success">{t('Your email address was changed.')}</Notice>
          <Link to="/" className={buttonClass('primary', true)}>
            {t('Continue')}
          </Link>
        </>
      }
      wayOut={
        <>
          <p>{t('Your account shows the address that you sign in with, and can send another link.')}</p>
          <Link to="/account" className={buttonClass('primary', true)}>
            {t('Open your account')}
          </Link>
        </>
      }
    >
      <LinkButton purpose="confirmEmail">{t('Confirm')}</LinkButton>
    </AccountLinkCard>
  );
}

/** /undo-email: restores the former address. */
export function UndoEmailPage() {
  const { Link } = useNavigation();
  return (
    <AccountLinkCard
      title={t('Put your email address back')}
      subtitle={t('Then you sign in with your former address again, and all devices are signed out.')}
      success={
        <>
          <Notice kind="success">{t('Your email address is back. All devices were signed out.')}</Notice>
          <p>{t('Choose a new password now: the person who changed the address may know yours.')}</p>
          <Link to="/forgot-password" className={buttonClass('primary', true)}>
            {t('Choose a new password')}
          </Link>
        </>
      }
      wayOut={<p>{t('If you can no longer sign in, ask the person who runs this server for help.')}</p>}
    >
      <LinkButton purpose="undoEmail">{t('Put it back')}</LinkButton>
    </AccountLinkCard>
  );
}

function LinkButton({ purpose, children }: { purpose: 'confirmEmail' | 'undoEmail'; children: string }) {
  const dispatch = useAppDispatch();
  const { status } = useAppSelector(selectAccountLink);
  return (
    <div className="form">
      <AccountLinkFailure />
      <Button
        variant="primary"
        wide
        busy={status === 'busy'}
        onClick={() => dispatch(emailLinkConfirmed(purpose))}
      >
        {children}
      </Button>
    </div>
  );
}
