import { createOfflineShell } from '#client/worker/offlineShell';

const ORIGIN = 'https://kinmap.test';
const FILES = ['/main.js', '/client.0123abcd.js', '/client.4567cdef.css'];
const PAGE = '<link href=/client.4567cdef.css><script type=module src=/client.0123abcd.js></script>';

/** A network of named answers and caches in memory, as the worker sees them. */
function createShell({ version = 'v1', page = PAGE, stores = new Map<string, Map<string, string>>() } = {}) {
  const network: Record<string, string | number> = {
    '/': page,
    '/client.0123abcd.js': 'script',
    '/client.4567cdef.css': 'style',
    '/default-avatar.svg': 'avatar',
    '/favicon.svg': 'icon',
  };
  const pathOf = (request: Request | string) =>
    typeof request === 'string' ? request : new URL(request.url).pathname;
  const answerOf = (text: string | number): Response =>
    (typeof text === 'number'
      ? { ok: false, status: text }
      : { ok: true, status: 200, text: async () => text, clone: () => answerOf(text) }) as Response;
  const fetched = jest.fn(async (request: Request | string) => {
    const found = network[pathOf(request)];
    if (found === undefined) throw new TypeError('Failed to fetch');
    return answerOf(found);
  });
  const cacheOf = (store: Map<string, string>) => ({
    addAll: async (paths: string[]) => {
      for (const path of paths) {
        const answer = await fetched(path);
        if (!answer.ok) throw new TypeError('Failed to add');
        store.set(path, await answer.text());
      }
    },
    put: async (path: string, answer: Response) => void store.set(path, await answer.text()),
    match: async (path: Request | string) => {
      const text = store.get(pathOf(path));
      return text === undefined ? undefined : answerOf(text);
    },
  });
  const caches = {
    open: async (name: string) => {
      if (!stores.has(name)) stores.set(name, new Map());
      return cacheOf(stores.get(name) as Map<string, string>);
    },
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (request: Request) => {
      for (const store of stores.values()) {
        const answer = await cacheOf(store).match(request);
        if (answer) return answer;
      }
      return undefined;
    },
  } as unknown as CacheStorage;
  const shell = createOfflineShell({ version, files: FILES, caches, fetch: fetched, origin: ORIGIN });
  return { shell, network, stores, fetched };
}

const request = (path: string, { method = 'GET', mode = 'cors', origin = ORIGIN } = {}) =>
  ({ url: origin + path, method, mode }) as Request;
const navigation = (path: string) => request(path, { mode: 'navigate' });
const textOf = async (answer: Promise<Response> | null) => (await answer)?.text();

describe('the offline shell', () => {
  it('given it is installed, when the network is gone, then every screen and file comes from the cache', async () => {
    const { shell, network } = createShell();
    await shell.install();
    for (const path of Object.keys(network)) delete network[path];
    expect(await textOf(shell.answer(navigation('/history/ana?date=2026-01-02')))).toBe(PAGE);
    expect(await textOf(shell.answer(request('/client.0123abcd.js')))).toBe('script');
    expect(await textOf(shell.answer(request('/default-avatar.svg')))).toBe('avatar');
  });

  it('given a network, then the page comes from the server, and files with a hash do not', async () => {
    const { shell, network, fetched } = createShell();
    await shell.install();
    network['/chat'] = 'the newest page';
    fetched.mockClear();
    expect(await textOf(shell.answer(navigation('/chat')))).toBe('the newest page');
    expect(await textOf(shell.answer(request('/client.0123abcd.js')))).toBe('script');
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('given a server that fails or is silent for three seconds, then the cached page opens', async () => {
    jest.useFakeTimers();
    const { shell, network, fetched } = createShell();
    await shell.install();
    network['/chat'] = 503;
    expect(await textOf(shell.answer(navigation('/chat')))).toBe(PAGE);
    fetched.mockReturnValue(new Promise(() => undefined));
    const silent = textOf(shell.answer(navigation('/chat')));
    await jest.advanceTimersByTimeAsync(3_000);
    expect(await silent).toBe(PAGE);
    jest.useRealTimers();
  });

  it.each([
    ['/api/families', {}],
    ['/pictures/ana', {}],
    ['/socket.io/', {}],
    ['/api/users/ana/export', { mode: 'navigate' }],
    ['/client.0123abcd.js', { method: 'POST' }],
    ['/client.0123abcd.js', { origin: 'https://tiles.test' }],
    ['/sos.wav', {}],
  ])('given %s %j, then the worker leaves the request alone', async (path, how) => {
    const { shell } = createShell();
    await shell.install();
    expect(shell.answer(request(path, how))).toBeNull();
  });

  it('given a page of another version or a missing file, then the installation fails', async () => {
    const other = createShell({ page: '<script src=/client.99999999.js></script>' });
    await expect(other.shell.install()).rejects.toThrow('Another version');
    const partial = createShell();
    partial.network['/favicon.svg'] = 404;
    await expect(partial.shell.install()).rejects.toThrow('Failed to add');
  });

  it('given a newer version waits, then files of the old one stay until the newer one is active', async () => {
    const { shell: old, stores } = createShell();
    await old.install();
    stores.get('shell-v1')?.set('/later.01010101.js', 'old part');
    const { shell: next } = createShell({ version: 'v2', stores });
    await next.install();
    expect(await textOf(old.answer(request('/later.01010101.js')))).toBe('old part');
    await next.activate();
    expect([...stores.keys()]).toEqual(['shell-v2']);
    expect([next.hasFile('/client.0123abcd.js'), next.hasFile('/main.js')]).toEqual([true, false]);
  });
});
