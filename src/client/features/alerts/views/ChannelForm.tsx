import type { ChannelKind } from '#contract/channels';
import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { SelectField } from '#client/ui/controls.tsx';
import { OutcomeNotice } from '#client/ui/feedback.tsx';
import { type FieldErrors, Form, TextField, useValidatedForm } from '#client/ui/Form.tsx';
import { Dialog } from '#client/ui/overlays.tsx';
import { selectUser } from '#client/features/session/selectors';
import { channelSubmitted } from '../channels/actions';
import { selectChannelForm, selectChannels, selectChannelTask } from '../channels/selectors';
import { channelFormOpened } from '../channels/slice';

/** Asks for another way to reach the user. */
export function ChannelForm() {
  const kind = useAppSelector(selectChannelForm);
  return kind ? <FormFor kind={kind} /> : null;
}

const FIELDS = ['address', 'secret', 'scope', 'currentPassword'] as const;

function FormFor({ kind }: { kind: ChannelKind }) {
  const dispatch = useAppDispatch();
  const task = useAppSelector(selectChannelTask('add', null));
  const { errors, submit, onInput } = useValidatedForm(FIELDS, ({ scope, ...texts }) =>
    dispatch(channelSubmitted({ kind, ...texts, scope: scope === 'sos' ? 'sos' : 'all' })),
  );
  const close = () => dispatch(channelFormOpened(null));
  const isBusy = task?.isBusy === true;
  return (
    <Dialog
      open
      title={t({ email: 'Add an email address', ntfy: 'Add ntfy', webhook: 'Add a webhook' }[kind])}
      onClose={close}
    >
      <Form onSubmit={submit} onInput={onInput}>
        <AddressFields kind={kind} errors={errors} />
        <SelectField
          label={t('What comes this way')}
          name="scope"
          options={[
            { value: 'all', label: t('Everything that reaches me') },
            { value: 'sos', label: t('Only an SOS') },
          ]}
        />
        <TextField
          label={t('Your password')}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          required
          hint={t('So that no one else can have your alerts sent to them.')}
          error={errors?.['currentPassword']}
        />
        {errors ? null : (
          <OutcomeNotice failure={task?.error ? errorMessage(task.error) : null} success={null} />
        )}
        <div className="dialog-actions">
          <Button onClick={close} disabled={isBusy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            {t(isBusy ? 'Sending...' : 'Send the code')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function AddressFields({ kind, errors }: { kind: ChannelKind; errors: FieldErrors | null }) {
  const own = useAppSelector(selectUser)?.email;
  const isKnown = useAppSelector(selectChannels)?.channels.some(({ address }) => address === own);
  if (kind === 'email')
    return (
      <TextField
        label={t('Email address')}
        name="address"
        type="email"
        autoComplete="email"
        required
        defaultValue={isKnown ? '' : own}
        error={errors?.['address']}
      />
    );
  return (
    <>
      <TextField
        label={t('Address')}
        name="address"
        type="url"
        required
        placeholder={kind === 'ntfy' ? 'https://ntfy.sh/my-topic' : 'https://home.example/alerts'}
        hint={
          kind === 'ntfy'
            ? t('Of the topic. Anyone who knows its name can read it, so choose one that cannot be guessed.')
            : t('Alerts are posted there as JSON.')
        }
        error={errors?.['address']}
      />
      <TextField
        label={kind === 'ntfy' ? t('Access token') : t('Secret')}
        note={kind === 'ntfy' ? t('Optional') : undefined}
        name="secret"
        type="password"
        autoComplete="off"
        required={kind === 'webhook'}
        minLength={kind === 'webhook' ? 8 : undefined}
        hint={kind === 'webhook' ? t('At least 8 characters. It signs every alert.') : undefined}
        error={errors?.['secret']}
      />
    </>
  );
}
