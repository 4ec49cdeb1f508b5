import type { SessionInfo } from '#contract/signedInDevices';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Section } from '#client/ui/Page.tsx';
import { ageInWords } from '#shared/times';
import { deviceEndAsked, questionAsked } from '../account/slice';
import { clientName } from '../clientName';
import { selectDevices, selectDevicesStatus } from '../devices/selectors';
import { selectNow } from '../selectors';
import { AccountOutcome } from './AccountOutcome';

/** Where the account is signed in, and how to end it there. */
export function DevicesSection() {
  const dispatch = useAppDispatch();
  const devices = useAppSelector(selectDevices);
  const status = useAppSelector(selectDevicesStatus);
  return (
    <Section title="Signed-in Devices">
      {status === 'failed' ? <p className="account-hint">The list could not be loaded.</p> : null}
      {devices.length > 0 ? (
        <ul className="account-members" role="list" aria-label="Signed-in Devices">
          {devices.map((device) => (
            <Device key={device.id} device={device} />
          ))}
        </ul>
      ) : null}
      <AccountOutcome task="device" />
      <div className="account-way">
        <p>Lost a phone? Every device is signed out, this one as well.</p>
        <Button onClick={() => dispatch(questionAsked('everywhere'))}>Sign out everywhere</Button>
      </div>
    </Section>
  );
}

function Device({ device }: { device: SessionInfo }) {
  const dispatch = useAppDispatch();
  const now = useAppSelector(selectNow);
  const name = clientName(device.userAgent);
  const used = Math.max(0, now - Date.parse(device.lastUsedAt));
  return (
    <li className="account-member">
      <span className="account-member-text">
        {name}
        <span className="account-hint">
          {device.current ? 'This device' : `Last used ${ageInWords(used)} ago`} · {device.address}
        </span>
      </span>
      {device.current ? null : (
        <Button onClick={() => dispatch(deviceEndAsked({ id: device.id }))}>
          Sign out<span className="visually-hidden"> {name}</span>
        </Button>
      )}
    </li>
  );
}
