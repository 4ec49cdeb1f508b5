import { useAppDispatch } from '../../../app/hooks';
import { Button } from '../../../ui/Button';
import { Form } from '../../../ui/Form';
import { TextField } from '../../../ui/TextField';
import { useCheckedForm } from '../../../ui/useCheckedForm';
import type { Family } from '../../families/slice';
import { renameSubmitted } from '../slice';
import { OutcomeNotice } from './OutcomeNotice';
import { useTask } from './useTask';

const FIELDS = ['familyName'] as const;

/** Gives the family another name; for admins. */
export function RenameForm({ family }: { family: Family }) {
  const dispatch = useAppDispatch();
  const { busy, edited } = useTask('rename');
  const { errors, submit, forgetErrors } = useCheckedForm(FIELDS, ({ familyName }) =>
    dispatch(renameSubmitted({ familyId: family.id, name: familyName })),
  );

  function onInput() {
    edited();
    forgetErrors();
  }

  return (
    <Form className="account-card" onSubmit={submit} onInput={onInput}>
      <h3>Rename the family</h3>
      <TextField
        label="Family Name"
        name="familyName"
        autoComplete="off"
        required
        defaultValue={family.name}
        error={errors?.['familyName']}
      />
      {errors ? null : <OutcomeNotice task="rename" />}
      <Button type="submit" busy={busy}>
        {busy ? 'Renaming...' : 'Rename'}
      </Button>
    </Form>
  );
}
