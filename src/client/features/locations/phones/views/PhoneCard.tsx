import type { Phone } from '#contract/phones';
import { t } from '#client/i18n/text';
import { Trans } from '#client/i18n/Trans.tsx';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { selectNow } from '#client/features/session/selectors';
import { Button } from '#client/ui/Button.tsx';
import { Switch } from '#client/ui/controls.tsx';
import { OutcomeNotice } from '#client/ui/feedback.tsx';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { Form, TextField, useValidatedForm } from '#client/ui/Form.tsx';
import { failureText, OwnerPassword, useAsksForPassword } from './OwnerPassword';
import { PhoneDeviceIcon } from './PhoneDeviceIcon';
import { appName, batteryText, droppedText, lastErrorText, lastSeenText, phoneHintText } from '../messages';
import { selectIsPhoneBusy, selectPhoneOutcome, selectPhoneQuestion } from '../selectors';
import { disconnectConfirmed, keyRenewalConfirmed, phoneChangeSubmitted, questionAsked } from '../slice';

/** A phone with its state and its settings. */
export function PhoneCard({ phone }: { phone: Phone }) {
  const now = useAppSelector(selectNow);
  const problems = [lastErrorText(phone, now), droppedText(phone, now)].filter((text) => text !== null);
  const facts = [appName(phone.app), lastSeenText(phone, now), batteryText(phone)];
  return (
    <li ref={focusNeighbourOnRemoval} className="phones-card">
      <div className="phones-head">
        <span className="phones-icon">
          <PhoneDeviceIcon />
        </span>
        <div className="phones-text">
          <h3 className="phones-name">
            {phone.name}
            {phone.isPrimary ? <span className="phones-badge">{t('Primary')}</span> : null}
          </h3>
          <p className="phones-hint">{facts.filter((fact) => fact !== null).join(' · ')}</p>
        </div>
      </div>
      {[...problems, ...phone.hints.map(phoneHintText)].map((text) => (
        <p key={text} className="phones-problem">
          {text}
        </p>
      ))}
      <Settings phone={phone} />
      <Question phone={phone} />
      <Outcome id={phone.id} />
    </li>
  );
}

const FIELDS = ['name'] as const;

function Settings({ phone }: { phone: Phone }) {
  const dispatch = useAppDispatch();
  const { id, name, app, isPrimary, seesFamily, getsPlaces } = phone;
  const change = (part: Parameters<typeof phoneChangeSubmitted>[0]['change']) =>
    dispatch(phoneChangeSubmitted({ id, change: part }));
  return (
    <details className="phones-more">
      <summary>
        <Trans
          message="Settings<which> of {name}</which>"
          values={{ name }}
          tags={{ which: <span className="visually-hidden" /> }}
        />
      </summary>
      <div className="phones-settings">
        <Rename phone={phone} />
        {isPrimary ? null : (
          <div className="phones-way">
            <p>{t('Your families follow your primary phone. Another one stands in while it is silent.')}</p>
            <Button onClick={() => change({ isPrimary: true })}>{t('Make it primary')}</Button>
          </div>
        )}
        {app === 'owntracks' ? (
          <>
            <Switch
              label={t('OwnTracks shows my family')}
              checked={seesFamily}
              onChange={({ target }) => change({ seesFamily: target.checked })}
            />
            <Switch
              label={t('OwnTracks gets our places')}
              checked={getsPlaces}
              onChange={({ target }) => change({ getsPlaces: target.checked })}
            />
          </>
        ) : null}
        <div className="phones-actions">
          <Button onClick={() => dispatch(questionAsked({ about: 'renew', id }))}>{t('New key')}</Button>
          <Button onClick={() => dispatch(questionAsked({ about: 'disconnect', id }))}>
            {t('Disconnect')}
          </Button>
        </div>
      </div>
    </details>
  );
}

function Rename({ phone: { id, name } }: { phone: Phone }) {
  const dispatch = useAppDispatch();
  const busy = useAppSelector(selectIsPhoneBusy('change', id));
  const { errors, submit, onInput } = useValidatedForm(FIELDS, (change) =>
    dispatch(phoneChangeSubmitted({ id, change })),
  );
  return (
    <Form className="phones-rename" onSubmit={submit} onInput={onInput}>
      <TextField
        key={name}
        label={t('Name')}
        name="name"
        required
        autoComplete="off"
        defaultValue={name}
        error={errors?.['name']}
      />
      <Button type="submit" busy={busy}>
        {t('Save')}
      </Button>
    </Form>
  );
}

const NO_FIELDS = [] as const;
const PASSWORD_FIELDS = ['currentPassword'] as const;

function Question({ phone }: { phone: Phone }) {
  const question = useAppSelector(selectPhoneQuestion);
  return question?.id === phone.id ? (
    <QuestionForm phone={phone} isRenewal={question.about === 'renew'} />
  ) : null;
}

function QuestionForm({ phone: { id, name }, isRenewal }: { phone: Phone; isRenewal: boolean }) {
  const dispatch = useAppDispatch();
  const renewal = useAppSelector(selectPhoneOutcome('renew', id));
  const asksPassword = useAsksForPassword(isRenewal ? renewal?.error : null);
  const { errors, submit, onInput } = useValidatedForm(asksPassword ? PASSWORD_FIELDS : NO_FIELDS, (texts) =>
    dispatch(isRenewal ? keyRenewalConfirmed({ id, ...texts }) : disconnectConfirmed({ id })),
  );
  return (
    <Form
      ref={focusNeighbourOnRemoval}
      className="phones-question"
      aria-label={isRenewal ? t('New key') : t('Disconnect')}
      onSubmit={submit}
      onInput={onInput}
    >
      <p>
        {isRenewal
          ? t('{name} sends nothing until it is set up once more. Do this when others may know its key.', {
              name,
            })
          : t('{name} can send nothing any more. What it has sent stays in your history.', { name })}
      </p>
      {asksPassword ? <OwnerPassword errors={errors} /> : null}
      <div className="phones-actions">
        <Button type="submit" variant={isRenewal ? 'primary' : 'danger'}>
          {isRenewal ? t('Make a new key') : t('Disconnect it')}
        </Button>
        <Button onClick={() => dispatch(questionAsked(null))}>{t('Cancel')}</Button>
      </div>
    </Form>
  );
}

function Outcome({ id }: { id: string }) {
  const change = useAppSelector(selectPhoneOutcome('change', id));
  const renew = useAppSelector(selectPhoneOutcome('renew', id));
  const disconnect = useAppSelector(selectPhoneOutcome('disconnect', id));
  const error = change?.error ?? renew?.error ?? disconnect?.error;
  return (
    <OutcomeNotice failure={failureText(error)} success={change && !change.error ? t('Saved.') : null} />
  );
}
