import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useShownSecret } from '#client/store/hooks';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { TextField } from '#client/ui/Form.tsx';
import { Dialog } from '#client/ui/overlays.tsx';
import { QrCode } from '#client/ui/QrCode.tsx';
import { totpCodeSubmitted } from '../account/slice';
import { selectShownSecret } from '../selectors';
import { recoveryCodesSaveRequested, secretClosed } from '../factors/slice';
import { AccountDialog } from './AccountDialog';
import { SecondStepDialog } from './SecondStepDialog';

/** What is asked and shown while second factors are added or used. */
export function FactorDialogs() {
  const shown = useAppSelector(selectShownSecret);
  return (
    <>
      {shown === 'totp' ? <ScanApp /> : null}
      {shown === 'recoveryCodes' ? <RecoveryCodes /> : null}
      <SecondStepDialog />
    </>
  );
}

const FIELDS = ['code'] as const;

function ScanApp() {
  const dispatch = useAppDispatch();
  const totp = useShownSecret()?.totp;
  if (!totp) return null;
  return (
    <AccountDialog
      task="confirmTotp"
      title={t('Add an authenticator app')}
      names={FIELDS}
      renderFields={(errors) => (
        <>
          <TextField
            label={t('Code')}
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            required
            error={errors?.['code']}
          />
          {/* Below the field, which gets the focus. */}
          <a href={totp.uri} className={buttonClass('quiet')}>
            {t('Open an app on this device')}
          </a>
        </>
      )}
      submitLabel={t('Confirm')}
      onConfirm={({ code }) => dispatch(totpCodeSubmitted({ oneTimePassword: code }))}
      onClose={() => dispatch(secretClosed())}
    >
      <p>{t('Scan this with your app, or type the key, then enter the code that it shows.')}</p>
      <div className="account-qr">
        <QrCode text={totp.uri} label={t('QR code for your authenticator app')} />
      </div>
      <p className="account-secret">{totp.secret.replaceAll(/(.{4})(?=.)/gu, '$1 ')}</p>
    </AccountDialog>
  );
}

/** Only its button closes it, because the codes are not shown again. */
const stayOpen = (): void => undefined;

function RecoveryCodes() {
  const dispatch = useAppDispatch();
  const codes = useShownSecret()?.recoveryCodes ?? [];
  return (
    <Dialog
      open
      title={t('Keep your recovery codes')}
      onClose={stayOpen}
      actions={
        <>
          <Button onClick={() => dispatch(recoveryCodesSaveRequested())}>{t('Save as a file')}</Button>
          <Button variant="primary" onClick={() => dispatch(secretClosed())}>
            {t('I have kept them')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          'Each signs you in once when you have lost your app or passkey. They are not shown again: print them or write them down.',
        )}
      </p>
      <ul className="account-codes" role="list" aria-label={t('Recovery codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
