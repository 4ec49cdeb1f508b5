/*
 * Dynamic imports. A failed import is cached by the bundler until the page is reloaded, so reloading is the only way to
 * try again.
 */

/** How often a page with a failed import checks whether the server is reachable. */
const RETRY_INTERVAL_MS = 10_000;
/** The time between two reloads. */
const MIN_RELOAD_INTERVAL_MS = 10 * 60_000;
const RELOADED_KEY = 'reloadedAt';
/** Delay of the prefetch, so that the first screen loads first. */
const PREFETCH_DELAY_MS = 3_000;

/**
 * Imports a module that the app cannot work without. When a newer version has replaced the module, reloads the page once;
 * without a network, reloads it as soon as the server is reachable.
 */
export async function importWithReload<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch {
    if (await isServerReachable()) while (!mayReload()) await waitForNetworkOrTimeout();
    await reloadWhenReachable();
    return new Promise<never>(() => undefined);
  }
}

/** Imports a page. When a newer version has replaced it, reloads once; every other failure is thrown. */
export async function importPage<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    if (!(await isServerReachable()) || !mayReload()) throw error;
    location.reload();
    return new Promise<never>(() => undefined);
  }
}

/** True at most once per interval, also across reloads, so that a page does not reload in a loop. */
export function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
    // The absolute difference also handles a clock that was set back.
    if (Math.abs(Date.now() - last) < MIN_RELOAD_INTERVAL_MS) return false;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    return true;
  } catch {
    // Without storage the reloads could loop.
    return false;
  }
}

function waitForNetworkOrTimeout(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, RETRY_INTERVAL_MS);
    addEventListener('online', done);
  });
}

async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Prefetches modules after a delay; returns a function that cancels it. */
export function prefetch(loads: readonly (() => Promise<unknown>)[]): () => void {
  const timer = setTimeout(() => {
    // A failed import is cached, so nothing is tried without a network.
    if (navigator.onLine) for (const load of loads) load().catch(() => undefined);
  }, PREFETCH_DELAY_MS);
  return () => clearTimeout(timer);
}

/** Reloads the page as soon as the server is reachable; before that the browser would show an error page. */
export async function reloadWhenReachable(): Promise<void> {
  for (;;) {
    // Starts to listen before the check, because the network may come back during it.
    const change = waitForNetworkOrTimeout();
    if (await isServerReachable()) return location.reload();
    await change;
  }
}
