import type { SessionInfo } from '#contract/signedInDevices';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { Section } from '#client/ui/Section.tsx';
import { ago } from '#client/i18n/times';
import { t } from '#client/i18n/text';
import { Trans } from '#client/i18n/Trans.tsx';
import { deviceSignOutAsked, questionAsked } from '../account/slice';
import { clientName } from '../clientName';
import { selectDevices, selectDevicesStatus, selectNetworkTrouble, selectNow } from '../selectors';
import { AccountOutcome } from './AccountOutcome';

/** Where the account is signed in, and how to end it there. */
export function DevicesSection() {
  const dispatch = useAppDispatch();
  const devices = useAppSelector(selectDevices);
  const status = useAppSelector(selectDevicesStatus);
  return (
    <Section title={t('Signed-in Devices')}>
      {status === 'failed' ? <NoList /> : null}
      {devices.length > 0 ? (
        <ul className="account-members" role="list" aria-label={t('Signed-in Devices')}>
          {devices.map((device) => (
            <Device key={device.id} device={device} />
          ))}
        </ul>
      ) : null}
      <AccountOutcome task="device" />
      <div className="account-way">
        <p>{t('Lost a phone? Every device is signed out, this one as well.')}</p>
        <Button onClick={() => dispatch(questionAsked('everywhere'))}>{t('Sign out everywhere')}</Button>
      </div>
    </Section>
  );
}

function NoList() {
  const isOffline = useAppSelector(selectNetworkTrouble) !== null;
  return (
    <p className="account-hint">
      {isOffline ? t('The list loads once Kinmap can be reached.') : t('The list could not be loaded.')}
    </p>
  );
}

function Device({ device }: { device: SessionInfo }) {
  const dispatch = useAppDispatch();
  const now = useAppSelector(selectNow);
  const name = clientName(device.userAgent);
  const used = Math.max(0, now - Date.parse(device.lastUsedAt));
  return (
    <li ref={focusNeighbourOnRemoval} className="account-member">
      <span className="account-member-text">
        {name}
        <span className="account-hint">
          {device.current ? t('This device') : t('Last used {ago}', { ago: ago(used) })} · {device.address}
        </span>
      </span>
      {device.current ? null : (
        <Button onClick={() => dispatch(deviceSignOutAsked({ id: device.id }))}>
          <Trans
            message="Sign out<which> {name}</which>"
            values={{ name }}
            tags={{ which: <span className="visually-hidden" /> }}
          />
        </Button>
      )}
    </li>
  );
}
