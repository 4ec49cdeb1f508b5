import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { Trans } from '#client/i18n/Trans.tsx';
import { useAppDispatch, useAppSelector, useShownSecret } from '#client/store/hooks';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { OutcomeNotice } from '#client/ui/feedback.tsx';
import { STORES } from '../apps';
import { appName, fieldName, startText, systemHint, systemName } from '../messages';
import type { Connecting } from '../reducer';
import { selectIsPhoneBusy, selectPhoneOutcome } from '../selectors';
import { type SetUp, setUpLink, type TypedValue, valuesToType } from '../setUp';
import { phoneTestRequested, settingsFileRequested, valueCopyRequested } from '../slice';

/** On the phone itself: what sets its app up, step by step. */
export function AppSetUp({ connecting }: { connecting: Connecting }) {
  const dispatch = useAppDispatch();
  const secret = useShownSecret()?.phone;
  const { phone, system, initials } = connecting;
  const { app, name } = phone;
  if (secret?.key === undefined) return null;
  const setUp: SetUp = {
    origin: secret.origin,
    key: secret.key,
    name,
    initials,
    system: system ?? 'android',
    profileTicket: secret.profileTicket,
  };
  const link = setUpLink(app, setUp);
  return (
    <ol className="phones-steps">
      <InstallStep connecting={connecting} />
      <li className="phones-step">
        {app === 'owntracks' && system === 'ios' ? (
          <p className="phones-hint">
            {t('First allow “External Configuration” in the settings of OwnTracks.')}
          </p>
        ) : null}
        {link === null ? null : (
          <a className={buttonClass('primary', true)} href={link}>
            {t('Set up {app}', { app: appName(app) })}
          </a>
        )}
        {app === 'owntracks' ? (
          <Button wide onClick={() => dispatch(settingsFileRequested())}>
            {t('Save as a file to open in OwnTracks')}
          </Button>
        ) : null}
        <TypedValues app={app} setUp={setUp} />
      </li>
      <StartStep connecting={connecting} />
    </ol>
  );
}

/** Where the app comes from. */
export function InstallStep({ connecting: { phone, system } }: { connecting: Connecting }) {
  const stores = STORES[phone.app];
  const places = (system ? [system] : (['ios', 'android'] as const)).filter((one) => stores[one]);
  return (
    <li className="phones-step">
      <p>{t('Install {app}.', { app: appName(phone.app) })}</p>
      <p className="phones-links">
        {places.map((one) => (
          <a key={one} href={stores[one]} target="_blank" rel="noreferrer">
            {t('{app} for {system}', { app: appName(phone.app), system: systemName(one) })}
          </a>
        ))}
      </p>
    </li>
  );
}

/** How to keep the app running while the phone sleeps. */
export function StartStep({ connecting: { phone, system } }: { connecting: Connecting }) {
  return (
    <li className="phones-step">
      <p>{startText(phone.app)}</p>
      {(system ? [system] : (['ios', 'android'] as const)).map((one) => (
        <p key={one} className="phones-hint">
          {systemHint(one)}
        </p>
      ))}
    </li>
  );
}

/** What can be typed where the button does nothing, and a test of it. */
function TypedValues({ app, setUp }: { app: Connecting['phone']['app']; setUp: SetUp }) {
  return (
    <details className="phones-more" open={app === 'gpslogger' && setUp.profileTicket === undefined}>
      <summary>{t('Nothing happens? Type it in')}</summary>
      <dl className="phones-values">
        {valuesToType(app, setUp).map((value) => (
          <Value key={value.field} label={fieldName(app, value.field)} value={value} />
        ))}
      </dl>
      <Test />
    </details>
  );
}

function Value({ label, value: { field, value } }: { label: string; value: TypedValue }) {
  const dispatch = useAppDispatch();
  const outcome = useAppSelector(selectPhoneOutcome('copy'));
  const isCopied = outcome?.field === field && outcome.error === null;
  return (
    <div className="phones-value">
      <dt>{label}</dt>
      <dd>
        <code>{value}</code>
        <Button onClick={() => dispatch(valueCopyRequested({ field }))}>
          <Trans
            message="{word}<which> {label}</which>"
            values={{ word: t(isCopied ? 'Copied' : 'Copy'), label }}
            tags={{ which: <span className="visually-hidden" /> }}
          />
        </Button>
      </dd>
    </div>
  );
}

function Test() {
  const dispatch = useAppDispatch();
  const busy = useAppSelector(selectIsPhoneBusy('test'));
  const outcome = useAppSelector(selectPhoneOutcome('test'));
  return (
    <div className="phones-test">
      <Button busy={busy} onClick={() => dispatch(phoneTestRequested())}>
        {t(busy ? 'Testing...' : 'Test address and key')}
      </Button>
      <OutcomeNotice
        failure={outcome?.error ? errorMessage(outcome.error) : null}
        success={outcome && !outcome.error ? t('Kinmap takes positions with this address and key.') : null}
      />
    </div>
  );
}
