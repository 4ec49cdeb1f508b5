import type { PageMessage } from '#client/worker/messages';
import { mayReload } from './lazyImport';
import type { Log } from './log';

/**
 * How long a newer worker may take to replace the older one, and a page to reload. A request at that moment can leave the
 * newer worker waiting for minutes in Chromium, and a reload without an answer. The worker answers a page within 3 s.
 */
const RELOAD_INTERVAL_MS = 4_000;

/** The service worker, as the page sees it: it stores the app for a start without a network, and installs new versions. */
export interface AppUpdates {
  /**
   * Installs the service worker and calls back when a newer version than this page's is ready. Does nothing where the
   * browser has no service workers, as on insecure origins.
   * @returns a function that stops watching
   */
  watch(onReady: () => void): () => void;
  /** Looks for a newer version now; browsers do so by themselves only when a page opens. */
  check(): void;
  /** Starts the newer version: every tab of the app reloads. */
  apply(): void;
}

export function createAppUpdates(log: Log): AppUpdates {
  // Missing on insecure origins, although the types say otherwise.
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  let registration: ServiceWorkerRegistration | undefined;
  // A tab has activated a newer version. The first worker of a browser does not take control of open pages.
  container?.addEventListener('controllerchange', () => void reloadIfReplaced(container.controller));
  const tabs = new BroadcastChannel('newerVersion');
  tabs.addEventListener('message', reloadUntilAnswered);

  async function register(onReady: () => void): Promise<void> {
    // Parcel finds the worker by this literal form of the call.
    registration = await navigator.serviceWorker.register(new URL('../serviceWorker.ts', import.meta.url), {
      type: 'module',
      scope: '/',
    });
    const { waiting, active: current } = registration;
    if (waiting) await reportNewer(waiting, onReady);
    registration.addEventListener('updatefound', () => {
      const { active, installing } = registration ?? {};
      // The first worker of a browser is no update.
      if (!active || !installing) return;
      installing.addEventListener('statechange', () => {
        if (installing.state === 'installed') void reportNewer(installing, onReady);
      });
    });
    if (!waiting && current) await reloadIfOlder(registration, current);
  }

  return {
    watch(onReady) {
      let isWatched = true;
      if (container)
        register(() => isWatched && onReady()).catch((reason: unknown) =>
          log.info('The service worker was not installed:', reason),
        );
      return () => {
        isWatched = false;
      };
    },
    check() {
      // Fails without a network; the next check is soon enough.
      registration?.update().catch(() => undefined);
    },
    apply() {
      const waiting = registration?.waiting;
      if (!waiting) return location.reload();
      waiting.addEventListener('statechange', () => {
        if (waiting.state === 'activated') location.reload();
      });
      send(waiting, { type: 'takeOver' });
      setTimeout(() => {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no such argument
        tabs.postMessage(null);
        reloadUntilAnswered();
      }, RELOAD_INTERVAL_MS);
    },
  };
}

/** A page that came from the network may already be of the waiting worker's version. */
async function reportNewer(worker: ServiceWorker, onReady: () => void): Promise<void> {
  if (!(await isOfThisVersion(worker))) onReady();
}

/** Pages come from the network, so they are of the newer version, whichever worker is the active one. */
function reloadUntilAnswered(): void {
  location.reload();
  setInterval(() => location.reload(), RELOAD_INTERVAL_MS);
}

/** A page that has reloaded before its worker became active has that worker's version already. */
async function reloadIfReplaced(controller: ServiceWorker | null): Promise<void> {
  if (!controller || !(await isOfThisVersion(controller))) location.reload();
}

/** A newer version may have been started by another tab before this page listened. */
async function reloadIfOlder(registration: ServiceWorkerRegistration, worker: ServiceWorker): Promise<void> {
  if (await isOfThisVersion(worker)) return;
  // A page newer than the worker finds that worker's successor here.
  await registration.update();
  if (!registration.installing && !registration.waiting && mayReload()) location.reload();
}

async function isOfThisVersion(worker: ServiceWorker): Promise<boolean> {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type=module][src]')];
  const known = await Promise.all(scripts.map(({ src }) => hasFile(worker, new URL(src).pathname)));
  return known.every(Boolean);
}

function hasFile(worker: ServiceWorker, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data === true));
    port1.start();
    send(worker, { type: 'hasFile', path }, port2);
  });
}

function send(worker: ServiceWorker, message: PageMessage, port?: MessagePort): void {
  worker.postMessage(message, port ? [port] : []);
}
