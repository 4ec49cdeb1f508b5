import type { NotifyChannel } from '#contract/channels';
import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { Trans } from '#client/i18n/Trans.tsx';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { OutcomeNotice } from '#client/ui/feedback.tsx';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { Form, TextField, useValidatedForm } from '#client/ui/Form.tsx';
import { channelCodeSubmitted, channelRemoved, channelTestRequested } from '../channels/actions';
import { addressText, kindText } from '../channels/messages';
import { selectChannelTask } from '../channels/selectors';

/** One way to reach the user, with what can be done about it. */
export function ChannelRow({ channel }: { channel: NotifyChannel }) {
  const dispatch = useAppDispatch();
  const { id, kind, confirmed, scope } = channel;
  const test = useAppSelector(selectChannelTask('test', id));
  const removal = useAppSelector(selectChannelTask('remove', id));
  const name = addressText(channel);
  const error = test?.error ?? removal?.error;
  const isSent = test !== null && !test.isBusy && !test.error;
  return (
    <li ref={focusNeighbourOnRemoval} className="notifications-way">
      <div className="notifications-way-head">
        <span className="notifications-row-text">
          <span dir="ltr">{name}</span>
          <span className="notifications-hint">
            {kindText(kind)} · {t(scope === 'sos' ? 'Only an SOS' : 'Everything')} ·{' '}
            <strong className={confirmed ? undefined : 'notifications-waiting'}>
              {t(confirmed ? 'Confirmed' : 'Waiting for the code')}
            </strong>
          </span>
        </span>
        {confirmed ? (
          <Button busy={test?.isBusy === true} onClick={() => dispatch(channelTestRequested({ id }))}>
            <Trans
              message="Send a test<which> to {name}</which>"
              values={{ name }}
              tags={{ which: <span className="visually-hidden" /> }}
            />
          </Button>
        ) : null}
        <Button busy={removal?.isBusy === true} onClick={() => dispatch(channelRemoved({ id }))}>
          <Trans
            message="Remove<which> {name}</which>"
            values={{ name }}
            tags={{ which: <span className="visually-hidden" /> }}
          />
        </Button>
      </div>
      {confirmed ? null : <CodeForm channel={channel} />}
      <OutcomeNotice
        failure={error ? errorMessage(error) : null}
        success={isSent ? t('Sent. It should be there in a minute.') : null}
      />
    </li>
  );
}

const FIELDS = ['code'] as const;

/** Asks for the code that was sent to the address. */
function CodeForm({ channel }: { channel: NotifyChannel }) {
  const dispatch = useAppDispatch();
  const { id, kind } = channel;
  const task = useAppSelector(selectChannelTask('confirm', id));
  const { errors, submit, onInput } = useValidatedForm(FIELDS, ({ code }) =>
    dispatch(channelCodeSubmitted({ id, oneTimePassword: code })),
  );
  const failure = task?.error ? errorMessage(task.error) : null;
  return (
    <Form ref={focusNeighbourOnRemoval} className="notifications-code" onSubmit={submit} onInput={onInput}>
      <TextField
        label={t('Code')}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        code
        hint={
          kind === 'email'
            ? t('We sent a code to this address, good for 30 minutes. Look in the spam folder too.')
            : t('We sent a code there, good for 30 minutes.')
        }
        error={errors?.['code'] ?? failure}
      />
      <Button type="submit" variant="primary" busy={task?.isBusy === true}>
        {t('Confirm')}
      </Button>
    </Form>
  );
}
