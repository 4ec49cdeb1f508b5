/*
 * What is fetched when it is needed. The bundler remembers an import that has failed for as long as the page lives, so
 * the way out is to load the page anew.
 */

/** How often a page that lacks something looks whether its server answers. */
const LOOK_AGAIN_MS = 10_000;
/** The first screen comes first; after this many milliseconds the others may. */
const FETCH_AHEAD_MS = 3_000;

/** Fetches what the app cannot do without. Where that fails, the page is loaded anew as soon as its server answers. */
export async function fetchSurely<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch {
    do await networkMayBeBack();
    while (!(await serverAnswers()));
    location.reload();
    return new Promise<never>(() => undefined);
  }
}

function networkMayBeBack(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, LOOK_AGAIN_MS);
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
export function fetchAhead(loads: readonly (() => Promise<unknown>)[]): () => void {
  const timer = setTimeout(() => {
    // What fails now fails for good, so nothing is tried where nothing can come.
    if (navigator.onLine) for (const load of loads) load().catch(() => undefined);
  }, FETCH_AHEAD_MS);
  return () => clearTimeout(timer);
}

/** Loads the page anew; not without a network, where the browser would have nothing to show. */
export function reloadPage(): void {
  if (navigator.onLine) location.reload();
}

/** Loads the page anew once the network comes back; returns a canceller. */
export function reloadOnceOnline(): () => void {
  addEventListener('online', reloadPage);
  return () => removeEventListener('online', reloadPage);
}
