import { parseUrl } from '#shared/parseUrl';
import type { NotificationData, ShownOptions } from './messages';
import type { ServiceWorkerScope, ShownNotification } from './scope';

/** What the server sends. It is readable by Safari's Declarative Web Push as well. */
interface Payload {
  notification: {
    title: string;
    body: string;
    tag: string;
    /** Address to open with a click. */
    navigate: string;
    data: {
      /** Reports to the server that the notification is shown, without a session. */
      receipt: string;
      /** Answers to an SOS that the notification offers. */
      answers?: string[];
      /** Leaves the notice to a page that is visible. */
      unlessSeen: boolean;
    };
  };
  /** Number on the icon of the app. */
  app_badge?: number;
}

/** Browsers withdraw the permission from a worker that shows nothing, so an unreadable push has a text as well. */
const UNREADABLE = { title: 'Kinmap', body: 'Something new in your family.', tag: 'kinmap' };
const ICON = '/icon-192.png';
/** Browsers let a worker open a page only within seconds after a click. */
const ANSWER_TIMEOUT_MS = 3_000;
const SOS_TAG = /^sos:/u;
/** Buttons of an SOS, by the answer. */
const BUTTONS = new Map([
  ['coming', 'On my way'],
  ['call', 'Call me'],
]);

/**
 * Shows pushes as notifications, and opens what they are about.
 * @param post sends a JSON text to the server
 */
export function createPushes(
  worker: ServiceWorkerScope,
  post: (path: string, body: string) => Promise<{ ok: boolean }>,
) {
  const { clients, registration, navigator, location } = worker;
  const findWindows = () => clients.matchAll({ type: 'window', includeUncontrolled: true });

  /** @param text of the push; null when it has none */
  async function receive(text: string | null): Promise<void> {
    const { notification, app_badge: badge } = parse(text);
    const { receipt, unlessSeen } = notification.data ?? {};
    const isSeen = unlessSeen === true && (await findWindows()).some(isVisible);
    const isRefused = !isSeen && !(await show(notification));
    await Promise.allSettled([
      typeof badge === 'number' && navigator.setAppBadge?.(badge),
      // Without a receipt the server says "not known to be shown", which is true.
      receipt && !isRefused && post('/api/push/receipts', JSON.stringify({ receipt, shown: !isSeen })),
    ]);
  }

  /** @returns false when the browser refuses, because the user has withdrawn the permission meanwhile */
  function show({ title, body, tag, navigate, data }: Partial<Payload['notification']>): Promise<boolean> {
    const wanted = { body: title ? (body ?? '') : UNREADABLE.body, tag: tag || UNREADABLE.tag };
    return registration
      .showNotification(title || UNREADABLE.title, {
        ...wanted,
        icon: ICON,
        // A repeat sounds again.
        renotify: true,
        requireInteraction: SOS_TAG.test(wanted.tag),
        ...buttonsOf(data),
        data: { open: pathOf(navigate), ...(data?.answers?.length ? { receipt: data.receipt } : {}) },
      })
      .then(
        () => true,
        () => false,
      );
  }

  /** Other origins are not opened. */
  function pathOf(address: unknown): string {
    const url = parseUrl(typeof address === 'string' ? address : '/', location.origin);
    return url?.origin === location.origin ? url.pathname + url.search + url.hash : '/';
  }

  /** Brings the window that was used last to the front and lets it open the path, or opens a window. */
  async function open(path: string): Promise<void> {
    const [window] = await findWindows();
    if (!window) return void (await clients.openWindow(path));
    window.postMessage({ open: path }, []);
    // Some browsers refuse the focus; the page opens the path all the same.
    await window.focus().catch(() => undefined);
  }

  /**
   * Sends the answer of a button. When the server does not take it in time, the page opens, which offers the same. The
   * notification goes last: if no page can be opened, it stays, so that the button can be pressed again.
   */
  async function click(notification: ShownNotification, answer: string): Promise<void> {
    const { open: path = '/', receipt }: Partial<NotificationData> = notification.data ?? {};
    if (!answer || !receipt || !(await isTaken(receipt, answer))) await open(path);
    notification.close();
  }

  function isTaken(receipt: string, answer: string): Promise<boolean | null> {
    const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), ANSWER_TIMEOUT_MS));
    const posted = post('/api/sos/answers', JSON.stringify({ receipt, answer }));
    return Promise.race([posted.then(({ ok }) => ok).catch(() => null), timeout]);
  }

  return { receive, click };
}

const buttonsOf = (data: Partial<Payload['notification']['data']> | undefined): Partial<ShownOptions> => {
  const actions = (data?.answers ?? []).flatMap((action) => {
    const title = BUTTONS.get(action);
    return title ? [{ action, title }] : [];
  });
  return actions.length > 0 ? { actions } : {};
};

const isVisible = ({ visibilityState }: { visibilityState: string }) => visibilityState === 'visible';

/** The parts of a payload that are there; an unreadable one has none. */
function parse(text: string | null): { notification: Partial<Payload['notification']>; app_badge?: unknown } {
  try {
    const payload = JSON.parse(text ?? '') as Partial<Payload> | null;
    return { app_badge: payload?.app_badge, notification: payload?.notification ?? {} };
  } catch {
    return { notification: {} };
  }
}
