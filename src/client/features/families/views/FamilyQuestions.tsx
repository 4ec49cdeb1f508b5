import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/overlays.tsx';
import { selectAdministrationQuestion } from '../administration/selectors';
import { newCodeConfirmed, questionClosed, removalConfirmed } from '../administration/slice';
import { selectFamilies } from '../selectors';
import { useAdministrationTask } from './AdministrationOutcome';

/** The dialogs that confirm what admins cannot take back. */
export function FamilyQuestions() {
  const question = useAppSelector(selectAdministrationQuestion);
  if (question === null) return null;
  return question.about === 'newCode' ? (
    <NewCodeQuestion familyId={question.familyId} />
  ) : (
    <RemovalQuestion {...question} />
  );
}

interface AskProps {
  title: string;
  text: string;
  /** On the button that does it. */
  confirmLabel: string;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

function Ask({ title, text, confirmLabel, busy, onConfirm, onCancel }: AskProps) {
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
            {confirmLabel}
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
      text={t('The old code, and every link and QR code made of it, lets no one in any more. Members stay.')}
      confirmLabel={t('Make a new code')}
      busy={busy}
      onConfirm={() => dispatch(newCodeConfirmed({ familyId }))}
      onCancel={() => dispatch(questionClosed())}
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
  const cancel = () => dispatch(questionClosed());
  if (member)
    return (
      <Ask
        title={t('Remove {name}?', { name: member.name })}
        text={t(
          '{name} and the others in {family} no longer see each other, at once. The family gets a new code.',
          { name: member.name, family: family?.name },
        )}
        confirmLabel={t('Remove')}
        busy={busy}
        onConfirm={confirm}
        onCancel={cancel}
      />
    );
  // The list may come before the answer, or another admin was faster.
  if (!invited) return null;
  return (
    <Ask
      title={t('Take the invitation back?')}
      text={t('{person} can no longer accept it.', { person: invited.email })}
      confirmLabel={t('Take back')}
      busy={busy}
      onConfirm={confirm}
      onCancel={cancel}
    />
  );
}
