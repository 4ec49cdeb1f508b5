/*
 * What is fetched when it is needed. The bundler remembers an import that has failed for as long as the page lives, so
 * the way out is to load the page anew.
 */

/** How often a page that lacks something looks whether its server answers. */
const RETRY_INTERVAL_MS = 10_000;
/** After a reload that did not help the next one is this far away. */
const MIN_RELOAD_INTERVAL_MS = 10 * 60_000;
const RELOADED_KEY = 'reloadedAt';
/** The first screen comes first; after this many milliseconds the others may. */
const FETCH_AHEAD_MS = 3_000;

/**
 * Fetches what the app cannot do without. A piece that is missing while its server answers was replaced by a newer
 * version: the page is loaded anew, once. Else it is as soon as the network is back and the server answers.
 */
export async function importWithReload<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch {
    if (await serverAnswers()) while (!mayReload()) await networkBackOrTimeout();
    await reloadOnceAnswered();
    return new Promise<never>(() => undefined);
  }
}

/** Fetches a screen. One that a newer version has replaced loads the page anew, once; every other failure is thrown. */
export async function importPage<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    if (!(await serverAnswers()) || !mayReload()) throw error;
    location.reload();
    return new Promise<never>(() => undefined);
  }
}

/** True at most once in a while, also across reloads: what a reload does not mend, the next one does not either. */
function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
    // A clock that was set back must not forbid it for long.
    if (Math.abs(Date.now() - last) < MIN_RELOAD_INTERVAL_MS) return false;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    return true;
  } catch {
    // Without a memory there could be no end of it.
    return false;
  }
}

function networkBackOrTimeout(): Promise<void> {
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

async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Fetches things ahead of time, once the first screen has had its own; returns a canceller. */
export function prefetch(loads: readonly (() => Promise<unknown>)[]): () => void {
  const timer = setTimeout(() => {
    // What fails now fails for good, so nothing is tried where nothing can come.
    if (navigator.onLine) for (const load of loads) load().catch(() => undefined);
  }, FETCH_AHEAD_MS);
  return () => clearTimeout(timer);
}

/** Loads the page anew as soon as its server answers: before that the browser would have nothing to show. */
export async function reloadOnceAnswered(): Promise<void> {
  for (;;) {
    // From before the question on: the network may come back while it is being asked.
    const change = networkBackOrTimeout();
    if (await serverAnswers()) return location.reload();
    await change;
  }
}
