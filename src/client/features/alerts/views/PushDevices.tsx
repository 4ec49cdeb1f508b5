import type { PushDevice } from '#contract/notifications';
import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { ago } from '#client/i18n/times';
import { Trans } from '#client/i18n/Trans.tsx';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { OutcomeNotice } from '#client/ui/feedback.tsx';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { Section } from '#client/ui/Section.tsx';
import { selectNow } from '#client/features/session/selectors';
import { selectPushInfo, selectPushTask } from '../push/selectors';
import { pushDeviceRemoved } from '../push/actions';

/** The user's devices that alerts reach while the app is closed. */
export function PushDevices() {
  const devices = useAppSelector(selectPushInfo)?.devices ?? [];
  const task = useAppSelector(selectPushTask('remove'));
  if (devices.length === 0 && !task?.error) return null;
  return (
    <Section title={t('My devices')}>
      <ul className="notifications-list" role="list" aria-label={t('My devices')}>
        {devices.map((device) => (
          <Device key={device.id} device={device} />
        ))}
      </ul>
      <OutcomeNotice failure={task?.error ? errorMessage(task.error) : null} success={null} />
    </Section>
  );
}

function Device({ device: { id, name, seenAt } }: { device: PushDevice }) {
  const dispatch = useAppDispatch();
  const now = useAppSelector(selectNow);
  const isThis = useAppSelector(selectPushInfo)?.deviceId === id;
  const isBusy = useAppSelector(selectPushTask('remove'))?.isBusy === true;
  return (
    <li ref={focusNeighbourOnRemoval} className="notifications-row">
      <span className="notifications-row-text">
        {name}
        <span className="notifications-hint">
          {isThis
            ? t('This device')
            : t('Last used {ago}', { ago: ago(Math.max(0, now - Date.parse(seenAt))) })}
        </span>
      </span>
      <Button disabled={isBusy} onClick={() => dispatch(pushDeviceRemoved({ id }))}>
        <Trans
          message="Remove<which> {name}</which>"
          values={{ name }}
          tags={{ which: <span className="visually-hidden" /> }}
        />
      </Button>
    </li>
  );
}
