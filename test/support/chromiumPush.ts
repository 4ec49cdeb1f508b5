import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/** A notification as the browser shows it. */
export interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
}

/** Hands pushes to the service worker of Chromium, as its push service would. */
export interface ChromiumPush {
  deliver(text: string): Promise<void>;
  /** What the worker has shown since it was connected, oldest first. */
  shown(): Promise<Shown[]>;
  /** What the system shows now. Without a window Chromium takes notifications away after some seconds, or at once. */
  left(): Promise<Shown[]>;
  /** How many pages of the app the service worker knows. A closed one is among them for a moment. */
  pages(): Promise<number>;
  /** Shows a notification for the path, and clicks it. */
  click(notification: { tag: string; path: string }): Promise<void>;
}

/** Runs in the worker. */
const LIST_LEFT = `registration.getNotifications().then((all) => all.map(({ title, body, tag }) => ({ title, body, tag })))`;
/** Runs in the worker: keeps what the browser has taken to show. */
const KEEP_SHOWN = `{
  const show = registration.showNotification.bind(registration);
  self.shown = [];
  registration.showNotification = async (title, options) => {
    await show(title, options);
    self.shown.push({ title, body: options.body, tag: options.tag });
  };
}`;

/**
 * Connects to the service worker of a context, which works on when every page of the app is closed.
 * @param page an open page of the app with an active service worker
 */
export async function connectChromiumPush(context: BrowserContext, page: Page): Promise<ChromiumPush> {
  const { origin } = new URL(page.url());
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  // A page of no origin keeps the connection when the pages of the app are closed.
  const session = await context.newCDPSession(await context.newPage());
  const registrationId = await registrationOf(session, origin);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('The service worker is not running');
  await worker.evaluate(KEEP_SHOWN);
  return {
    async deliver(data) {
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    },
    shown: () => worker.evaluate('self.shown') as Promise<Shown[]>,
    left: () => worker.evaluate(LIST_LEFT) as Promise<Shown[]>,
    pages: () =>
      worker.evaluate(`self.clients.matchAll({ includeUncontrolled: true }).then(({ length }) => length)`),
    click: (notification) =>
      worker.evaluate(`(${clickInWorker.toString()})(${JSON.stringify(notification)})`),
  };
}

/** Without a window there is nothing to click, so the worker gets the event that follows a click. */
async function clickInWorker({ tag, path }: { tag: string; path: string }): Promise<void> {
  const worker = globalThis as unknown as {
    registration: ServiceWorkerRegistration;
    NotificationEvent: new (type: string, init: { notification: Notification | undefined }) => Event;
  };
  await worker.registration.showNotification('Clicked', { tag, data: { open: path } });
  const [notification] = await worker.registration.getNotifications({ tag });
  globalThis.dispatchEvent(new worker.NotificationEvent('notificationclick', { notification }));
}

async function registrationOf(session: CDPSession, origin: string): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL === `${origin}/`);
      if (ours) resolve(ours.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  return found;
}
