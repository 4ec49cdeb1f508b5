/** The dependencies of the offline shell. */
interface OfflineShellInput {
  /** Identifies the build. */
  version: string;
  /** Paths of all files of the build. */
  files: readonly string[];
  caches: CacheStorage;
  fetch: (request: Request | string, init?: RequestInit) => Promise<Response>;
  /** Of the app, such as `https://kinmap.example`. */
  origin: string;
}

/** Parcel adds 8 hexadecimal digits to the names of the client's files. The build's list also has the server's files. */
const HASHED_NAME = /\.[0-9a-f]{8}\.\w+$/u;
const HASHED_NAMES = /[\w-]+\.[0-9a-f]{8}\.\w+/gu;
/** The one page of the app; its router shows the screen for the address. */
const PAGE = '/';
/** Files without a hash that the screens show. */
const OTHER_FILES = ['/default-avatar.svg', '/favicon.svg'];
const PREFIX = 'shell-';
/** A slower network counts as offline, because the cached app can show the last known family meanwhile. */
const PAGE_TIMEOUT_MS = 3_000;
/** Requests that the worker never touches: they are personal, or belong to the server. */
const SERVER_PATHS = /^\/(api|pictures|socket\.io|livez|readyz|metrics)(\/|$)/u;

/**
 * Keeps the files of one build in a cache, so that the app starts without a network. Files with a hash in their name never
 * change, so they come from the cache; pages come from the network first. Nothing personal is cached.
 */
export function createOfflineShell({ version, files, caches, fetch, origin }: OfflineShellInput) {
  const cacheName = PREFIX + version;
  const ownFiles = files.filter((path) => HASHED_NAME.test(path));

  /** @throws when a file is missing, or the page belongs to another build: the browser tries again later */
  async function install(): Promise<void> {
    const page = await fetch(PAGE, { cache: 'reload' });
    const names = (await page.clone().text()).match(HASHED_NAMES) ?? [];
    if (!page.ok || !names.every(hasFileNamed)) throw new Error('Another version');
    const cache = await caches.open(cacheName);
    await cache.addAll([...ownFiles, ...OTHER_FILES]);
    await cache.put(PAGE, page);
  }

  const hasFileNamed = (name: string) => ownFiles.some((path) => path.endsWith(`/${name}`));

  /** Deletes the files of older builds; pages that need them are gone or reload now. */
  async function activate(): Promise<void> {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(PREFIX) && name !== cacheName);
    await Promise.all(old.map((name) => caches.delete(name)));
  }

  /** @returns the answer, or null when the browser should make the request itself */
  function answer(request: Request): Promise<Response> | null {
    const { origin: asked, pathname } = new URL(request.url);
    if (request.method !== 'GET' || asked !== origin || SERVER_PATHS.test(pathname)) return null;
    if (request.mode === 'navigate') return answerPage(request);
    return HASHED_NAME.test(pathname) || OTHER_FILES.includes(pathname) ? answerFile(request) : null;
  }

  async function answerPage(request: Request): Promise<Response> {
    const fetched = fetch(request);
    const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), PAGE_TIMEOUT_MS));
    const page = await Promise.race([fetched.catch(() => null), timeout]);
    if (page && page.status < 500) return page;
    return (await (await caches.open(cacheName)).match(PAGE)) ?? fetched;
  }

  /** Looks in the caches of all versions, because a page of an older version may still be open. */
  async function answerFile(request: Request): Promise<Response> {
    return (await caches.match(request)) ?? fetch(request);
  }

  return { install, activate, answer, hasFile: (path: string) => ownFiles.includes(path) };
}
