import { useState } from 'react';
import { t } from '#client/i18n/text';
import { AdministrationOutcome, useAdministrationTask } from './AdministrationOutcome';
import { renameSubmitted } from '../administration/slice';
import { useAppDispatch } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Form, TextField, useValidatedForm } from '#client/ui/Form.tsx';
import type { Family } from '../slice';

const FIELDS = ['familyName'] as const;

/** Gives the family another name; for admins. */
export function RenameForm({ family }: { family: Family }) {
  const dispatch = useAppDispatch();
  const { busy, edited } = useAdministrationTask('rename');
  const [name, setName] = useNameDraft(family.name);
  const { errors, submit, onInput } = useValidatedForm(
    FIELDS,
    ({ familyName }) => dispatch(renameSubmitted({ familyId: family.id, name: familyName })),
    edited,
  );

  return (
    <Form className="account-card" onSubmit={submit} onInput={onInput}>
      <h3>{t('Rename the family')}</h3>
      <TextField
        label={t('Family Name')}
        name="familyName"
        autoComplete="off"
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={errors?.['familyName']}
      />
      {errors ? null : <AdministrationOutcome task="rename" />}
      <Button type="submit" busy={busy}>
        {t(busy ? 'Renaming...' : 'Rename')}
      </Button>
    </Form>
  );
}

/** The text of the field. It gives way to a new name of the family, also one that another admin has given. */
function useNameDraft(familyName: string): [string, (text: string) => void] {
  const [draft, setDraft] = useState({ familyName, text: familyName });
  if (draft.familyName !== familyName) setDraft({ familyName, text: familyName });
  return [draft.text, (text) => setDraft({ familyName, text })];
}
