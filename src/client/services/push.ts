import type { NotificationData, ShownOptions, WorkerMessage } from '#client/worker/messages';
import { RequestFailed } from './errors';
import type { Log } from './log';

/** Whether pushes can reach this browser. iOS has them only for apps on the Home Screen. */
export type PushSupport = 'supported' | 'unsupported' | 'needsHomeScreen';

/** The address of this browser at its push service, with the keys for encryption. A secret: never in the state or a log. */
export interface DeviceSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  /** The server's key that it was made for, base64url. */
  publicKey: string;
}

/** A notification that a page shows. */
export interface PageNotification {
  title: string;
  text: string;
  tag: string;
  path: string;
  /** It stays until the user closes it, and sounds again when it replaces another. */
  isInsistent?: boolean;
}

/** Pushes to this browser, and the notifications that it shows. */
export interface Push {
  support(): PushSupport;
  userAgent(): string;
  /** null when there is none. */
  current(): Promise<DeviceSubscription | null>;
  /** Needs the permission for notifications. Rejects with `RequestFailed` when the push service does not answer. */
  subscribe(publicKey: string): Promise<DeviceSubscription>;
  unsubscribe(): Promise<void>;
  show(notification: PageNotification): Promise<void>;
  /** The tags of the notifications that are shown. */
  shownTags(): Promise<string[]>;
  /** Closes those of the notifications that are shown. */
  closeShown(isOver: (tag: string) => boolean): Promise<void>;
  /** Number on the icon of the app; 0 removes it. */
  setBadge(count: number): Promise<void>;
  /** Calls back with the path of a notification that was clicked while this page was open. */
  onClick(handler: (path: string) => void): () => void;
}

/** Chromium without Google's services never answers. */
const SUBSCRIBE_TIMEOUT_MS = 20_000;

export function createPush(log: Log): Push {
  // Missing on insecure origins, although the types say otherwise.
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registered = () => container?.getRegistration();

  return {
    support,
    userAgent: () => navigator.userAgent,
    async current() {
      const subscription = await (await registered())?.pushManager?.getSubscription();
      return subscription ? toDeviceSubscription(subscription) : null;
    },
    async subscribe(publicKey) {
      if (!container) throw new RequestFailed(null, { code: 'push_unreachable' });
      return toDeviceSubscription(await subscribeInTime(container, publicKey, log));
    },
    async unsubscribe() {
      const subscription = await (await registered())?.pushManager?.getSubscription();
      await subscription?.unsubscribe();
    },
    async show({ title, text, tag, path, isInsistent = false }) {
      const options: ShownOptions = {
        body: text,
        tag,
        icon: '/icon-192.png',
        data: { open: path },
        ...(isInsistent ? { renotify: true, requireInteraction: true } : {}),
      };
      // Not by `new Notification`, which does not replace pushes of the same tag.
      await (await registered())?.showNotification(title, options);
    },
    async shownTags() {
      return ((await (await registered())?.getNotifications()) ?? []).map(({ tag }) => tag);
    },
    async closeShown(isOver) {
      const shown = (await (await registered())?.getNotifications()) ?? [];
      for (const notification of shown) if (isOver(notification.tag)) notification.close();
    },
    async setBadge(count) {
      // Missing in Firefox, although the types say otherwise.
      await (navigator.setAppBadge as Navigator['setAppBadge'] | undefined)?.call(navigator, count);
    },
    onClick(handler) {
      const listener = ({ data }: MessageEvent<Partial<WorkerMessage & NotificationData> | null>) => {
        if (typeof data?.open === 'string') handler(data.open);
      };
      container?.addEventListener('message', listener);
      container?.startMessages();
      return () => container?.removeEventListener('message', listener);
    },
  };
}

function support(): PushSupport {
  if ('PushManager' in globalThis && 'Notification' in globalThis) return 'supported';
  // Only iOS has this property: false outside of an app on the Home Screen.
  const { standalone } = navigator as { standalone?: boolean };
  return standalone === false ? 'needsHomeScreen' : 'unsupported';
}

function subscribeInTime(
  container: ServiceWorkerContainer,
  publicKey: string,
  log: Log,
): Promise<PushSubscription> {
  let hasTimedOut = false;
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(() => {
      hasTimedOut = true;
      reject(new RequestFailed(null, { code: 'push_unreachable' }));
    }, SUBSCRIBE_TIMEOUT_MS);
  });
  const subscribed = subscribe(container, publicKey).then(
    async (subscription) => {
      // The page has already shown a failure.
      if (hasTimedOut) await subscription.unsubscribe();
      return subscription;
    },
    (reason: unknown) => {
      log.info('The browser was not subscribed to pushes:', reason);
      const isDenied = reason instanceof DOMException && reason.name === 'NotAllowedError';
      throw new RequestFailed(null, { code: isDenied ? 'notifications_blocked' : 'push_unreachable' });
    },
  );
  return Promise.race([subscribed, timeout]);
}

async function subscribe(container: ServiceWorkerContainer, publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await container.ready;
  const existing = await pushManager.getSubscription();
  // A browser has one subscription, and rejects another key until the old one is unsubscribed.
  if (existing && toDeviceSubscription(existing).publicKey !== publicKey) await existing.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

function toDeviceSubscription(subscription: PushSubscription): DeviceSubscription {
  const { keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  return {
    endpoint: subscription.endpoint,
    keys: { p256dh, auth },
    publicKey: base64url(subscription.options.applicationServerKey),
  };
}

function base64url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
