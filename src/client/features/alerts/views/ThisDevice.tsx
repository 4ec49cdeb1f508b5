import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Switch } from '#client/ui/controls.tsx';
import { OutcomeNotice } from '#client/ui/feedback.tsx';
import { Section } from '#client/ui/Section.tsx';
import { selectPushInfo, selectPushTask } from '../push/selectors';
import { pushSwitched, pushTestRequested } from '../push/actions';
import type { PushInfo } from '../push/slice';
import { selectPermission } from '../selectors';

/** Whether alerts reach this device, and how to try it. */
export function ThisDevice() {
  const dispatch = useAppDispatch();
  const info = useAppSelector(selectPushInfo);
  const permission = useAppSelector(selectPermission);
  const task = useAppSelector(selectPushTask('switch'));
  const obstacle = permission === 'denied' ? 'denied' : obstacleIn(info);
  // A browser that asks again for the permission has ended the subscription, which the server learns with the next push.
  const isOn = obstacle === null && permission === 'granted' && info !== null && info.deviceId !== null;
  const isBusy = task?.isBusy === true;
  return (
    <Section title={t('This device')}>
      <Switch
        label={t('Alerts on this device')}
        checked={isBusy ? !isOn : isOn}
        disabled={isBusy || info === null || obstacle !== null}
        aria-describedby="this-device-state"
        onChange={({ target }) => dispatch(pushSwitched({ on: target.checked }))}
      />
      <p id="this-device-state" className="notifications-state" role="status">
        {stateText({ obstacle, isBusy, isOn })}
      </p>
      <OutcomeNotice failure={task?.error ? errorMessage(task.error) : null} success={null} />
      {isOn ? <Test /> : null}
    </Section>
  );
}

type Obstacle = 'denied' | Exclude<PushInfo['support'], 'supported'>;

const obstacleIn = (info: PushInfo | null): Obstacle | null =>
  info === null || info.support === 'supported' ? null : info.support;

/** One sentence for what holds now. */
function stateText({
  obstacle,
  isBusy,
  isOn,
}: {
  obstacle: Obstacle | null;
  isBusy: boolean;
  isOn: boolean;
}): string {
  if (obstacle !== null) return obstacleText(obstacle);
  if (isBusy) return t(isOn ? 'Switching off...' : 'Switching on...');
  return t(
    isOn
      ? 'Alerts reach you here, also while Kinmap is closed.'
      : 'Alerts reach you here only while Kinmap is open.',
  );
}

const obstacleText = (obstacle: Obstacle) =>
  t(
    {
      denied: "Notifications are blocked in the browser's settings.",
      needsHomeScreen: 'Add Kinmap to your Home Screen first: Share, then Add to Home Screen.',
      unsupported: 'This browser cannot show alerts while Kinmap is closed.',
      unavailable: 'Push is not set up on this server, so alerts reach you only while Kinmap is open.',
    }[obstacle],
  );

function Test() {
  const dispatch = useAppDispatch();
  const task = useAppSelector(selectPushTask('test'));
  return (
    <>
      <Button busy={task?.isBusy === true} onClick={() => dispatch(pushTestRequested())}>
        {t(task?.isBusy ? 'Sending...' : 'Send me a test')}
      </Button>
      <OutcomeNotice
        failure={task?.error ? errorMessage(task.error) : null}
        success={
          task && !task.isBusy && !task.error ? t('Sent. It shows on this device in a few seconds.') : null
        }
      />
    </>
  );
}
