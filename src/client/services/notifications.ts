import type { Alarm, Log, Notifications } from './types';

/** The sound of an SOS. Browsers play nothing before the person has touched the page; that is no failure. */
export function createAlarm(log: Log): Alarm {
  return {
    sound() {
      new Audio('/sos.wav').play().catch((reason: unknown) => log.info('The alarm was not played:', reason));
    },
  };
}

/** The system's notifications, where the browser has them. */
export function createNotifications(log: Log): Notifications {
  const supported = 'Notification' in globalThis;
  return {
    permission: () => (supported ? Notification.permission : 'unsupported'),
    ask: async () => (supported ? Notification.requestPermission() : 'unsupported'),
    show({ title, text, tag }) {
      try {
        // The same tag from two tabs is one notification.
        const shown = new Notification(title, { body: text, tag, icon: '/icon-192.png' });
        shown.addEventListener('click', () => {
          focus();
          shown.close();
        });
      } catch (reason) {
        // Some phones have the permission, but show notifications of installed apps only.
        log.info('The notification was not shown:', reason);
      }
    },
  };
}
