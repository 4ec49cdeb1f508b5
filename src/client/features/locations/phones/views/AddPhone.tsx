import { useState } from 'react';
import type { PhoneApp } from '#contract/phones';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { OutcomeNotice } from '#client/ui/feedback.tsx';
import { Form, TextField, useValidatedForm } from '#client/ui/Form.tsx';
import { FocusHeading } from '#client/ui/FocusHeading.tsx';
import { APPS_OF, type PhoneSystem } from '../apps';
import { appName, appPurpose, systemName } from '../messages';
import { selectIsPhoneBusy, selectPhoneOutcome } from '../selectors';
import { failureText, OwnerPassword, useAsksForPassword } from './OwnerPassword';
import { addingCancelled, phoneSubmitted } from '../slice';

const FIELDS = ['name'] as const;
const WITH_PASSWORD = ['name', 'currentPassword'] as const;
const SYSTEMS: readonly PhoneSystem[] = ['ios', 'android'];

/** Asks what phone it is and which app follows it. */
export function AddPhone() {
  const dispatch = useAppDispatch();
  const [system, setSystem] = useState<PhoneSystem>('ios');
  const [chosen, setChosen] = useState<PhoneApp>('owntracks');
  const [name, setName] = useState<string | null>(null);
  const busy = useAppSelector(selectIsPhoneBusy('add'));
  const outcome = useAppSelector(selectPhoneOutcome('add'));
  const apps = APPS_OF[system];
  const app = apps.includes(chosen) ? chosen : apps[0];
  const asksPassword = useAsksForPassword(outcome?.error);
  const { errors, submit, onInput } = useValidatedForm(asksPassword ? WITH_PASSWORD : FIELDS, (texts) =>
    dispatch(phoneSubmitted({ ...texts, app, system })),
  );
  return (
    <Form className="phones-card" onSubmit={submit} onInput={onInput}>
      <FocusHeading>{t('Add a phone')}</FocusHeading>
      <SystemChoice system={system} onChoose={setSystem} />
      <AppChoice apps={apps} app={app} onChoose={setChosen} />
      <TextField
        label={t('Name')}
        name="name"
        required
        autoComplete="off"
        hint={t('So that you know it among your phones. Only you see it.')}
        value={name ?? (system === 'ios' ? t('iPhone') : t('Android phone'))}
        onChange={({ target }) => setName(target.value)}
        error={errors?.['name']}
      />
      {asksPassword ? <OwnerPassword errors={errors} /> : null}
      <OutcomeNotice failure={failureText(outcome?.error)} success={null} />
      <div className="phones-actions">
        <Button type="submit" variant="primary" busy={busy}>
          {t(busy ? 'Adding...' : 'Continue')}
        </Button>
        <Button onClick={() => dispatch(addingCancelled())}>{t('Cancel')}</Button>
      </div>
    </Form>
  );
}

function SystemChoice({
  system,
  onChoose,
}: {
  system: PhoneSystem;
  onChoose: (system: PhoneSystem) => void;
}) {
  return (
    <fieldset className="phones-choices phones-systems">
      <legend>{t('What phone is it?')}</legend>
      {SYSTEMS.map((one) => (
        <Choice
          key={one}
          group="system"
          label={systemName(one)}
          checked={system === one}
          onChoose={() => onChoose(one)}
        />
      ))}
    </fieldset>
  );
}

interface AppChoiceProps {
  /** The recommended one first. */
  apps: (typeof APPS_OF)[PhoneSystem];
  app: PhoneApp;
  onChoose: (app: PhoneApp) => void;
}

function AppChoice({ apps: [recommended, ...others], app, onChoose }: AppChoiceProps) {
  return (
    <fieldset className="phones-choices">
      <legend>{t('Which app follows it?')}</legend>
      <Choice
        group="app"
        label={appName(recommended)}
        note={t('Recommended')}
        hint={appPurpose(recommended)}
        checked={app === recommended}
        onChoose={() => onChoose(recommended)}
      />
      <details className="phones-more" open={app !== recommended || undefined}>
        <summary>{t('Other apps')}</summary>
        <div className="phones-choices">
          {others.map((one) => (
            <Choice
              key={one}
              group="app"
              label={appName(one)}
              hint={appPurpose(one)}
              checked={app === one}
              onChoose={() => onChoose(one)}
            />
          ))}
        </div>
      </details>
    </fieldset>
  );
}

interface ChoiceProps {
  group: string;
  label: string;
  note?: string;
  hint?: string;
  checked: boolean;
  onChoose: () => void;
}

function Choice({ group, label, note, hint, checked, onChoose }: ChoiceProps) {
  return (
    <label className="phones-choice">
      <input type="radio" name={group} value={label} checked={checked} onChange={onChoose} />
      <span className="phones-choice-text">
        <span className="phones-choice-name">
          {label}
          {note === undefined ? null : <span className="phones-badge">{note}</span>}
        </span>
        {hint === undefined ? null : <span className="phones-hint">{hint}</span>}
      </span>
    </label>
  );
}
