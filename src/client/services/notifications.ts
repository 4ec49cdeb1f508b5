import type { Log } from './log';

export interface Alarm {
  /** Plays the sound of an SOS, or of the first answer to the user's own. */
  play(sound?: 'sos' | 'answer'): void;
}

export type NotificationPermissionState = 'default' | 'granted' | 'denied' | 'unsupported';

export interface Notifications {
  permission(): NotificationPermissionState;
  /** Call it only after a click; otherwise browsers may deny the permission for good. */
  requestPermission(): Promise<NotificationPermissionState>;
}

/** Sounds about an SOS. Browsers block sounds until the user has interacted with the page; that is not a failure. */
export function createAlarm(log: Log): Alarm {
  return {
    play(sound = 'sos') {
      new Audio(`/${sound}.wav`)
        .play()
        .catch((reason: unknown) => log.info('The alarm was not played:', reason));
    },
  };
}

/** The permission for notifications, where the browser supports them. `Push` shows them. */
export function createNotifications(): Notifications {
  const supported = 'Notification' in globalThis;
  return {
    permission: () => (supported ? Notification.permission : 'unsupported'),
    requestPermission: async () => (supported ? Notification.requestPermission() : 'unsupported'),
  };
}
