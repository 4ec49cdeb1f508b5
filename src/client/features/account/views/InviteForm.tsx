import { useAppDispatch, useAppSelector } from '../../../app/hooks';
import { Button } from '../../../ui/Button';
import { Form } from '../../../ui/Form';
import { Switch } from '../../../ui/Switch';
import { TextField } from '../../../ui/TextField';
import { useCheckedForm } from '../../../ui/useCheckedForm';
import { selectSuccesses } from '../selectors';
import { inviteSubmitted } from '../slice';
import { OutcomeNotice } from './OutcomeNotice';
import { useTask } from './useTask';

const FIELDS = ['email', 'isAdmin'] as const;

/** Invites the account with an email; for admins. */
export function InviteForm({ familyId }: { familyId: string }) {
  const dispatch = useAppDispatch();
  const successes = useAppSelector(selectSuccesses);
  const { busy, edited } = useTask('invite');
  const { errors, submit, forgetErrors } = useCheckedForm(FIELDS, ({ email, isAdmin }) =>
    dispatch(inviteSubmitted({ familyId, email, isAdmin: isAdmin === 'on' })),
  );
  function onInput() {
    edited();
    forgetErrors();
  }

  return (
    <Form className="account-card" onSubmit={submit} onInput={onInput}>
      <h3>Invite by email</h3>
      <TextField
        key={`email ${successes}`}
        label="Email address of the account"
        name="email"
        type="email"
        autoComplete="off"
        required
        error={errors?.['email']}
        hint="They find the invitation in Kinmap. Nothing is shared until they accept."
      />
      <Switch key={`admin ${successes}`} label="As an admin" name="isAdmin" />
      {errors ? null : <OutcomeNotice task="invite" />}
      <Button type="submit" busy={busy}>
        {busy ? 'Inviting...' : 'Invite'}
      </Button>
    </Form>
  );
}
