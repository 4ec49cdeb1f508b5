import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/overlays.tsx';
import { Form, TextField, useValidatedForm } from '#client/ui/Form.tsx';
import { selectFamilies } from '#client/features/families/selectors';
import { selectQuestion } from '#client/features/session/account/selectors';
import {
  deleteConfirmed,
  everywhereConfirmed,
  newCodeConfirmed,
  questionClosed,
  removalConfirmed,
} from '#client/features/session/account/slice';
import { OutcomeNotice } from '#client/features/session/views/OutcomeNotice.tsx';
import { useTask } from '#client/features/session/views/useTask';

/** What is asked before something that cannot be undone. */
export function Questions() {
  const question = useAppSelector(selectQuestion);
  switch (question?.about) {
    case 'newCode':
      return <NewCodeQuestion familyId={question.familyId} />;
    case 'removal':
      return <RemovalQuestion familyId={question.familyId} memberId={question.memberId} />;
    case 'everywhere':
      return <EverywhereQuestion />;
    case 'delete':
      return <DeleteQuestion />;
    default:
      return null;
  }
}

interface AskProps {
  title: string;
  text: string;
  /** On the button that does it. */
  word: string;
  busy: boolean;
  onConfirm: () => void;
}

function Ask({ title, text, word, busy, onConfirm }: AskProps) {
  const dispatch = useAppDispatch();
  const cancel = () => dispatch(questionClosed());
  return (
    <Dialog
      open
      role="alertdialog"
      title={title}
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel} disabled={busy}>
            Cancel
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
  const { busy } = useTask('code');
  return (
    <Ask
      title="Make a new code?"
      text="The old code, and every link and QR code made of it, lets nobody in any more. Members stay."
      word="Make a new code"
      busy={busy}
      onConfirm={() => dispatch(newCodeConfirmed({ familyId }))}
    />
  );
}

function RemovalQuestion({ familyId, memberId }: { familyId: string; memberId: string }) {
  const dispatch = useAppDispatch();
  const { busy } = useTask('member');
  const family = useAppSelector(selectFamilies).find(({ id }) => id === familyId);
  const member = family?.members.find(({ id }) => id === memberId);
  const invited = family?.invited?.find(({ id }) => id === memberId);
  const confirm = () => dispatch(removalConfirmed({ familyId, memberId }));
  return member ? (
    <Ask
      title={`Remove ${member.name}?`}
      text={`${member.name} and the others in ${family?.name} no longer see each other, at once. The family gets a new code.`}
      word="Remove"
      busy={busy}
      onConfirm={confirm}
    />
  ) : (
    <Ask
      title="Take the invitation back?"
      text={`${invited?.email ?? 'This person'} can no longer accept it.`}
      word="Take back"
      busy={busy}
      onConfirm={confirm}
    />
  );
}

function EverywhereQuestion() {
  const dispatch = useAppDispatch();
  const { busy } = useTask('everywhere');
  return (
    <Ask
      title="Sign out everywhere?"
      text="Every device, this one as well, has to sign in again. None of them shares your position until then."
      word="Sign out everywhere"
      busy={busy}
      onConfirm={() => dispatch(everywhereConfirmed())}
    />
  );
}

const DELETE_FIELDS = ['password'] as const;

function DeleteQuestion() {
  const dispatch = useAppDispatch();
  const { busy, edited } = useTask('delete');
  const { errors, submit, forgetErrors } = useValidatedForm(DELETE_FIELDS, ({ password }) =>
    dispatch(deleteConfirmed({ password })),
  );
  const cancel = () => dispatch(questionClosed());

  function onInput() {
    edited();
    forgetErrors();
  }

  return (
    <Dialog open role="alertdialog" title="Delete your account?" onClose={cancel}>
      <p>This cannot be undone. These go for good:</p>
      <ul className="account-goes">
        <li>your name, email, phone number and picture</li>
        <li>every position of yours</li>
        <li>your messages and alerts</li>
        <li>your place in your families, and families that have no other member</li>
      </ul>
      <Form onSubmit={submit} onInput={onInput}>
        <TextField
          label="Your password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={errors?.['password']}
        />
        {errors ? null : <OutcomeNotice task="delete" />}
        <div className="dialog-actions">
          <Button onClick={cancel} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={busy}>
            {busy ? 'Deleting...' : 'Delete my account'}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
