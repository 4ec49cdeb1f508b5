import { call } from 'typed-redux-saga';
import { isQuiet } from '#shared/quietHours';
import { t } from '#client/i18n/text';
import type { Services } from '#client/services/types';
import { request } from './request';

interface SystemNotification {
  kind: 'sos' | 'crossing' | 'message';
  title: string;
  text: string;
  /** The same as that of the server's push about it. */
  tag: string;
  /** That a click opens. */
  path: string;
  /** It is shown in quiet hours as well. An SOS always is. */
  isUrgent?: boolean;
}

/**
 * Shows a notification of the system for a page that is open and hidden. A browser that gets pushes leaves all but an SOS
 * to them; the others do what the server would: they keep to what the user wants. An SOS insists, as its push does.
 */
export function* showWhileHidden(
  services: Services,
  { kind, isUrgent = false, ...notification }: SystemNotification,
) {
  const push = yield* call(services.loadPush);
  if (kind !== 'sos' && (yield* call(push.current))) return;
  const settings = yield* loadSettings(services);
  if (settings && kind !== 'sos' && !isUrgent && isQuiet(settings, yield* call(services.clock.now))) return;
  if (settings?.messages === false && kind === 'message') return;
  yield* call(push.show, {
    ...notification,
    ...(settings?.privateText ? privateTexts(kind) : {}),
    ...(kind === 'sos' ? { isInsistent: true } : {}),
  });
}

const privateTexts = (kind: SystemNotification['kind']) => ({
  title: 'Kinmap',
  text: t(kind === 'sos' ? 'Someone in your family needs help.' : 'Something new in your family.'),
});

/** null on servers that have none, and without a network. */
function* loadSettings(services: Services) {
  try {
    return yield* request(services, 'getNotifySettings', {});
  } catch (error) {
    yield* call(services.log.info, 'The notification settings were not loaded:', error);
    return null;
  }
}
