import { t } from '#client/i18n/text';
import type { ReactNode } from 'react';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/overlays.tsx';
import { Form, TextField, useValidatedForm } from '#client/ui/Form.tsx';
import { selectFamilies } from '#client/features/families/selectors';
import { selectAdministrationQuestion } from '#client/features/families/administration/selectors';
import {
  newCodeConfirmed,
  questionClosed as administrationQuestionClosed,
  removalConfirmed,
} from '#client/features/families/administration/slice';
import { useAdministrationTask } from '#client/features/families/views/AdministrationOutcome.tsx';
import { selectAccountQuestion, selectQuestionedSessionId } from '#client/features/session/account/selectors';
import { clientName } from '#client/features/session/clientName';
import { selectDevices } from '#client/features/session/devices/selectors';
import {
  type AccountTask,
  deleteConfirmed,
  deviceEndConfirmed,
  everywhereConfirmed,
  questionClosed,
} from '#client/features/session/account/slice';
import { AccountOutcome, useAccountTask } from '#client/features/session/views/AccountOutcome.tsx';

/** The dialogs that confirm what cannot be undone. */
export function ConfirmDialogs() {
  const administration = useAppSelector(selectAdministrationQuestion);
  const account = useAppSelector(selectAccountQuestion);
  if (administration?.about === 'newCode') return <NewCodeQuestion familyId={administration.familyId} />;
  if (administration) return <RemovalQuestion {...administration} />;
  if (account === 'everywhere') return <EverywhereQuestion />;
  if (account === 'device') return <DeviceQuestion />;
  return account === 'delete' ? <DeleteQuestion /> : null;
}

interface AskProps {
  title: string;
  text: string;
  /** On the button that does it. */
  word: string;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

function Ask({ title, text, word, busy, onConfirm, onCancel }: AskProps) {
  return (
    <Dialog
      open
      role="alertdialog"
      title={title}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel} disabled={busy}>
            {t('Cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={onConfirm}>
            {word}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}

function NewCodeQuestion({ familyId }: { familyId: string }) {
  const dispatch = useAppDispatch();
  const { busy } = useAdministrationTask('code');
  return (
    <Ask
      title={t('Make a new code?')}
      text={t('The old code, and every link and QR code made of it, lets nobody in any more. Members stay.')}
      word={t('Make a new code')}
      busy={busy}
      onConfirm={() => dispatch(newCodeConfirmed({ familyId }))}
      onCancel={() => dispatch(administrationQuestionClosed())}
    />
  );
}

function RemovalQuestion({ familyId, memberId }: { familyId: string; memberId: string }) {
  const dispatch = useAppDispatch();
  const { busy } = useAdministrationTask('member');
  const family = useAppSelector(selectFamilies).find(({ id }) => id === familyId);
  const member = family?.members.find(({ id }) => id === memberId);
  const invited = family?.invited?.find(({ id }) => id === memberId);
  const confirm = () => dispatch(removalConfirmed({ familyId, memberId }));
  const cancel = () => dispatch(administrationQuestionClosed());
  return member ? (
    <Ask
      title={t('Remove {name}?', { name: member.name })}
      text={t(
        '{name} and the others in {family} no longer see each other, at once. The family gets a new code.',
        { name: member.name, family: family?.name },
      )}
      word={t('Remove')}
      busy={busy}
      onConfirm={confirm}
      onCancel={cancel}
    />
  ) : (
    <Ask
      title={t('Take the invitation back?')}
      text={t('{person} can no longer accept it.', { person: invited?.email ?? t('This person') })}
      word={t('Take back')}
      busy={busy}
      onConfirm={confirm}
      onCancel={cancel}
    />
  );
}

function EverywhereQuestion() {
  const dispatch = useAppDispatch();
  return (
    <PasswordQuestion
      task="everywhere"
      title={t('Sign out everywhere?')}
      word={t('Sign out everywhere')}
      busyWord={t('Signing out...')}
      onConfirm={(password) => dispatch(everywhereConfirmed({ currentPassword: password }))}
    >
      <p>
        {t(
          'Every device, this one as well, has to sign in again. None of them shares your position until then.',
        )}
      </p>
    </PasswordQuestion>
  );
}

function DeviceQuestion() {
  const dispatch = useAppDispatch();
  const id = useAppSelector(selectQuestionedSessionId) ?? '';
  const device = useAppSelector(selectDevices).find((one) => one.id === id);
  return (
    <PasswordQuestion
      task="device"
      title={t('Sign out {device}?', { device: clientName(device?.userAgent ?? '') })}
      word={t('Sign out')}
      busyWord={t('Signing out...')}
      onConfirm={(currentPassword) => dispatch(deviceEndConfirmed({ id, currentPassword }))}
    >
      <p>{t('It has to sign in again, and shares no position until then.')}</p>
    </PasswordQuestion>
  );
}

function DeleteQuestion() {
  const dispatch = useAppDispatch();
  return (
    <PasswordQuestion
      task="delete"
      title={t('Delete your account?')}
      word={t('Delete my account')}
      busyWord={t('Deleting...')}
      onConfirm={(password) => dispatch(deleteConfirmed({ password }))}
    >
      <p>{t('This cannot be undone. These go for good:')}</p>
      <ul className="account-goes">
        <li>{t('your name, email, phone number and picture')}</li>
        <li>{t('every position of yours')}</li>
        <li>{t('your messages and alerts')}</li>
        <li>{t('your place in your families, and families that have no other member')}</li>
      </ul>
    </PasswordQuestion>
  );
}

const PASSWORD_FIELDS = ['password'] as const;

interface PasswordQuestionProps {
  task: AccountTask;
  title: string;
  /** What it means. */
  children: ReactNode;
  /** On the button that does it, and while it is done. */
  word: string;
  busyWord: string;
  onConfirm: (password: string) => void;
}

/** Asks for the password before something that a stolen token alone must not do. */
function PasswordQuestion({ task, title, children, word, busyWord, onConfirm }: PasswordQuestionProps) {
  const dispatch = useAppDispatch();
  const { busy, edited } = useAccountTask(task);
  const { errors, submit, forgetErrors } = useValidatedForm(PASSWORD_FIELDS, ({ password }) =>
    onConfirm(password),
  );
  const cancel = () => dispatch(questionClosed());

  function onInput() {
    edited();
    forgetErrors();
  }

  return (
    <Dialog open role="alertdialog" title={title} onClose={cancel}>
      {children}
      <Form onSubmit={submit} onInput={onInput}>
        <TextField
          label={t('Your password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={errors?.['password']}
        />
        {errors ? null : <AccountOutcome task={task} />}
        <div className="dialog-actions">
          <Button onClick={cancel} disabled={busy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" variant="danger" busy={busy}>
            {busy ? busyWord : word}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
