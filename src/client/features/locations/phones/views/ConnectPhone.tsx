import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useShownSecret } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { OutcomeNotice } from '#client/ui/feedback.tsx';
import { useTouch } from '#client/ui/hooks';
import { QrCode } from '#client/ui/QrCode.tsx';
import { FocusHeading } from '#client/ui/FocusHeading.tsx';
import type { Connecting } from '../reducer';
import { contactOf, selectIsPhoneBusy, selectPhoneOutcome } from '../selectors';
import { connectingClosed, setUpHereRequested } from '../slice';
import { AppSetUp, InstallStep, StartStep } from './AppSetUp';
import { FirstPosition } from './FirstPosition';

/** A phone that waits for its app: a code to scan with it, or the button where it is this device. */
export function ConnectPhone({ connecting }: { connecting: Connecting }) {
  const dispatch = useAppDispatch();
  const { phone, hasKey } = connecting;
  const isReceived = contactOf(connecting) === 'position';
  return (
    <div className="phones-card">
      <FocusHeading>{t('Connect {name}', { name: phone.name })}</FocusHeading>
      <FirstPosition connecting={connecting} />
      {isReceived ? null : hasKey ? (
        <AppSetUp connecting={connecting} />
      ) : (
        <ScanSteps connecting={connecting} />
      )}
      <div className="phones-actions">
        <Button variant={isReceived ? 'primary' : 'secondary'} onClick={() => dispatch(connectingClosed())}>
          {t(isReceived ? 'Done' : 'Close')}
        </Button>
      </div>
    </div>
  );
}

function ScanSteps({ connecting }: { connecting: Connecting }) {
  const connectLink = useShownSecret()?.phone?.connectLink;
  const isTouch = useTouch();
  if (connectLink === undefined) return null;
  return (
    <>
      {isTouch ? <SetUpHereButton /> : null}
      <ol className="phones-steps">
        <InstallStep connecting={connecting} />
        <li className="phones-step">
          <p>{t('Scan this code with the camera of the phone, and follow the page that opens.')}</p>
          <QrCode
            text={connectLink}
            label={t('QR code that connects {name}', { name: connecting.phone.name })}
          />
          <p className="phones-hint">
            {t(
              'It works once, for 10 minutes. Show it to no one: who scans it sends positions in your name.',
            )}
          </p>
        </li>
        <StartStep connecting={connecting} />
      </ol>
      {isTouch ? null : <SetUpHereButton />}
    </>
  );
}

/** For users whose browser is on the phone, or whose phone cannot scan the code. */
function SetUpHereButton() {
  const dispatch = useAppDispatch();
  const isTouch = useTouch();
  const busy = useAppSelector(selectIsPhoneBusy('connect'));
  const outcome = useAppSelector(selectPhoneOutcome('connect'));
  return (
    <>
      <Button
        wide
        variant={isTouch ? 'primary' : 'secondary'}
        busy={busy}
        onClick={() => dispatch(setUpHereRequested())}
      >
        {isTouch ? t('Set up this phone') : t('Show the button and the values here')}
      </Button>
      <OutcomeNotice failure={outcome?.error ? errorMessage(outcome.error) : null} success={null} />
    </>
  );
}
