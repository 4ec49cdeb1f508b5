import type { ComponentProps, ReactNode } from 'react';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { CurrentPasswordField } from '#client/ui/credentialFields.tsx';
import { selectAccountQuestion, selectQuestionedId } from '#client/features/session/account/selectors';
import {
  accountDeletionConfirmed,
  historyDeletionConfirmed,
  deviceSignOutConfirmed,
  signOutEverywhereConfirmed,
  factorRemovalConfirmed,
  passkeyConfirmed,
  questionClosed,
  recoveryCodesConfirmed,
  totpConfirmed,
} from '#client/features/session/account/slice';
import { clientName } from '#client/features/session/clientName';
import { selectDevices } from '#client/features/session/selectors';
import { PhonesStay } from '#client/features/session/views/PasswordSection.tsx';
import { AccountDialog } from '#client/features/session/views/AccountDialog.tsx';

/** The dialogs that ask for the password before the account changes. */
export function AccountQuestions() {
  switch (useAppSelector(selectAccountQuestion)) {
    case 'everywhere':
      return <EverywhereQuestion />;
    case 'device':
      return <DeviceQuestion />;
    case 'history':
      return <HistoryQuestion />;
    case 'delete':
      return <DeleteQuestion />;
    case 'addTotp':
      return <TotpQuestion />;
    case 'addPasskey':
      return <PasskeyQuestion />;
    case 'removeFactor':
      return <FactorRemovalQuestion />;
    case 'renewCodes':
      return <RecoveryCodesQuestion />;
    case null:
      return null;
  }
}

function EverywhereQuestion() {
  const dispatch = useAppDispatch();
  return (
    <PasswordQuestion
      task="everywhere"
      title={t('Sign out everywhere?')}
      submitLabel={t('Sign out everywhere')}
      busyLabel={t('Signing out...')}
      onConfirm={(password) => dispatch(signOutEverywhereConfirmed({ currentPassword: password }))}
    >
      <p>
        {t(
          'Every device, this one as well, has to sign in again, and every phone app has to be connected again. None of them shares your position until then.',
        )}
      </p>
    </PasswordQuestion>
  );
}

function DeviceQuestion() {
  const dispatch = useAppDispatch();
  const id = useAppSelector(selectQuestionedId) ?? '';
  const device = useAppSelector(selectDevices).find((one) => one.id === id);
  return (
    <PasswordQuestion
      task="device"
      title={t('Sign out {device}?', { device: clientName(device?.userAgent ?? '') })}
      submitLabel={t('Sign out')}
      busyLabel={t('Signing out...')}
      onConfirm={(currentPassword) => dispatch(deviceSignOutConfirmed({ id, currentPassword }))}
      below={<PhonesStay />}
    >
      <p>{t('It has to sign in again, and shares no position until then.')}</p>
    </PasswordQuestion>
  );
}

function TotpQuestion() {
  const dispatch = useAppDispatch();
  return (
    <PasswordQuestion
      task="addTotp"
      title={t('Add an authenticator app')}
      submitLabel={t('Continue')}
      busyLabel={t('Continuing...')}
      variant="primary"
      onConfirm={(currentPassword) => dispatch(totpConfirmed({ currentPassword }))}
    >
      <p>{t('An app on your phone shows a new code every half minute. Signing in asks for it.')}</p>
    </PasswordQuestion>
  );
}

function PasskeyQuestion() {
  const dispatch = useAppDispatch();
  return (
    <PasswordQuestion
      task="addPasskey"
      title={t('Add a passkey')}
      submitLabel={t('Continue')}
      busyLabel={t('Waiting for your device...')}
      variant="primary"
      onConfirm={(currentPassword) => dispatch(passkeyConfirmed({ currentPassword }))}
    >
      <p>{t('Signing in asks this device, or a security key, to confirm that it is you.')}</p>
    </PasswordQuestion>
  );
}

function FactorRemovalQuestion() {
  const dispatch = useAppDispatch();
  const id = useAppSelector(selectQuestionedId) ?? '';
  return (
    <PasswordQuestion
      task="removeFactor"
      title={t('Remove this step?')}
      submitLabel={t('Remove')}
      busyLabel={t('Removing...')}
      onConfirm={(currentPassword) => dispatch(factorRemovalConfirmed({ id, currentPassword }))}
    >
      <p>{t('Signing in no longer asks for it.')}</p>
    </PasswordQuestion>
  );
}

function RecoveryCodesQuestion() {
  const dispatch = useAppDispatch();
  return (
    <PasswordQuestion
      task="renewCodes"
      title={t('Make new recovery codes?')}
      submitLabel={t('Make new codes')}
      busyLabel={t('Making new codes...')}
      variant="primary"
      onConfirm={(currentPassword) => dispatch(recoveryCodesConfirmed({ currentPassword }))}
    >
      <p>{t('You get ten new codes. All the old ones stop working at once.')}</p>
    </PasswordQuestion>
  );
}

function DeleteQuestion() {
  const dispatch = useAppDispatch();
  return (
    <PasswordQuestion
      task="delete"
      title={t('Delete your account?')}
      submitLabel={t('Delete my account')}
      busyLabel={t('Deleting...')}
      onConfirm={(password) => dispatch(accountDeletionConfirmed({ password }))}
    >
      <p>{t('This cannot be undone. It deletes:')}</p>
      <ul className="account-deletes">
        <li>{t('your name, email, phone number and picture')}</li>
        <li>{t('all your positions')}</li>
        <li>{t('your messages and alerts')}</li>
        <li>{t('your membership in families, and families that have no other member')}</li>
      </ul>
    </PasswordQuestion>
  );
}

function HistoryQuestion() {
  const dispatch = useAppDispatch();
  return (
    <AccountDialog
      task="history"
      title={t('Delete your history?')}
      submitLabel={t('Delete my history')}
      busyLabel={t('Deleting...')}
      variant="danger"
      names={NO_FIELDS}
      renderFields={() => null}
      onConfirm={() => dispatch(historyDeletionConfirmed())}
      onClose={() => dispatch(questionClosed())}
    >
      <p>
        {t(
          'All your positions up to now are deleted for you and your family, with your arrivals and departures. This cannot be undone.',
        )}
      </p>
      <p>
        {t(
          'Alerts that were sent stay, and so does your latest position on the map. Positions from files stay until you undo their import.',
        )}
      </p>
    </AccountDialog>
  );
}

const NO_FIELDS = [] as const;
const PASSWORD_FIELDS = ['password'] as const;

type PasswordQuestionProps = Pick<
  ComponentProps<typeof AccountDialog>,
  'task' | 'title' | 'children' | 'submitLabel' | 'busyLabel' | 'variant'
> & {
  onConfirm: (password: string) => void;
  /** Below the password, which is to have the focus first. */
  below?: ReactNode;
};

/** Asks for the password before a change that must not be possible with a stolen token alone. */
function PasswordQuestion({ onConfirm, below, ...rest }: PasswordQuestionProps) {
  const dispatch = useAppDispatch();
  return (
    <AccountDialog
      variant="danger"
      {...rest}
      names={PASSWORD_FIELDS}
      renderFields={(errors) => (
        <>
          <CurrentPasswordField label={t('Your password')} name="password" error={errors?.['password']} />
          {below}
        </>
      )}
      onConfirm={({ password }) => onConfirm(password)}
      onClose={() => dispatch(questionClosed())}
    />
  );
}
