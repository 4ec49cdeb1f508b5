import type { Log } from './log';

export interface Alarm {
  play(): void;
}

export type NotificationPermissionState = 'default' | 'granted' | 'denied' | 'unsupported';

export interface Notifications {
  permission(): NotificationPermissionState;
  /** Call it only after a click; otherwise browsers may deny the permission for good. */
  requestPermission(): Promise<NotificationPermissionState>;
  show(notification: { title: string; text: string; tag: string }): void;
}

/** The sound of an SOS. Browsers block sounds until the user has interacted with the page; that is not a failure. */
export function createAlarm(log: Log): Alarm {
  return {
    play() {
      new Audio('/sos.wav').play().catch((reason: unknown) => log.info('The alarm was not played:', reason));
    },
  };
}

/** System notifications, where the browser supports them. */
export function createNotifications(log: Log): Notifications {
  const supported = 'Notification' in globalThis;
  return {
    permission: () => (supported ? Notification.permission : 'unsupported'),
    requestPermission: async () => (supported ? Notification.requestPermission() : 'unsupported'),
    show({ title, text, tag }) {
      try {
        // Two tabs with the same tag show one notification.
        const notification = new Notification(title, { body: text, tag, icon: '/icon-192.png' });
        notification.addEventListener('click', () => {
          focus();
          notification.close();
        });
      } catch (reason) {
        // Some phones grant the permission but show notifications of installed apps only.
        log.info('The notification was not shown:', reason);
      }
    },
  };
}
