import { t } from '#client/i18n/text';
import { AdministrationOutcome, useAdministrationTask } from './AdministrationOutcome';
import { inviteSubmitted } from '../administration/slice';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Form, TextField, useValidatedForm } from '#client/ui/Form.tsx';
import { Switch } from '#client/ui/controls.tsx';
import { selectAdministrationSuccesses } from '../administration/selectors';

const FIELDS = ['email', 'isAdmin'] as const;

/** Invites the account with an email; for admins. */
export function InviteForm({ familyId }: { familyId: string }) {
  const dispatch = useAppDispatch();
  const { invite: successes } = useAppSelector(selectAdministrationSuccesses);
  const { busy, edited } = useAdministrationTask('invite');
  const { errors, submit, onInput } = useValidatedForm(
    FIELDS,
    ({ email, isAdmin }) => dispatch(inviteSubmitted({ familyId, email, isAdmin: isAdmin === 'on' })),
    edited,
  );
  return (
    <Form className="account-card" onSubmit={submit} onInput={onInput}>
      <h3>{t('Invite by email')}</h3>
      <TextField
        key={`email ${successes}`}
        label={t('Email address of the account')}
        name="email"
        type="email"
        autoComplete="off"
        required
        error={errors?.['email']}
        hint={t('They find the invitation in Kinmap. Nothing is shared until they accept.')}
      />
      <Switch key={`admin ${successes}`} label={t('As an admin')} name="isAdmin" />
      {errors ? null : <AdministrationOutcome task="invite" />}
      <Button type="submit" busy={busy}>
        {t(busy ? 'Inviting...' : 'Invite')}
      </Button>
    </Form>
  );
}
