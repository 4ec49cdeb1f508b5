import { findBrowser, type Machine } from './findBrowser';

interface Bare {
  /** Programs on the disk at the start. */
  programs?: string[];
  /** Of those, what does not start. */
  placeholders?: string[];
  env?: Record<string, string>;
  isRoot?: boolean;
  platform?: NodeJS.Platform;
  /** What an installation puts on the disk; it fails when nothing is given. */
  debianBrings?: string;
  downloadBrings?: string;
}

/** A machine as described, and what was done on it. */
function machine(bare: Bare): Machine & { done: string[]; said: string[] } {
  const programs = new Set(bare.programs);
  const done: string[] = [];
  const said: string[] = [];
  const bring = async (path: string | undefined): Promise<void> => {
    if (path === undefined) throw new Error('no network');
    programs.add(path);
  };
  return {
    done,
    said,
    env: { PATH: '/usr/local/bin:/usr/bin', ...bare.env },
    platform: bare.platform ?? 'linux',
    isRoot: bare.isRoot ?? false,
    isExecutable: (path) => programs.has(path),
    runs: (path) => !bare.placeholders?.includes(path),
    run: async (command, args) => {
      done.push([command, ...args].join(' '));
      if (args[0] === 'install') await bring(bare.debianBrings);
    },
    downloadedPath: () => '/home/me/.cache/chrome',
    download: async () => {
      done.push('download');
      await bring(bare.downloadBrings);
    },
    say: (line) => void said.push(line),
  };
}

describe('finding a browser', () => {
  it('given CHROMIUM_PATH, then it takes precedence over installed browsers', async () => {
    const here = machine({
      env: { CHROMIUM_PATH: '/opt/mine' },
      programs: ['/opt/mine', '/usr/bin/chromium'],
    });
    expect(await findBrowser(here)).toBe('/opt/mine');
  });

  it('given a CHROMIUM_PATH that does not exist, then it fails instead of using another browser', async () => {
    const here = machine({ env: { CHROMIUM_PATH: '/opt/gone' }, programs: ['/usr/bin/chromium'] });
    await expect(findBrowser(here)).rejects.toThrow('CHROMIUM_PATH is /opt/gone');
  });

  it.each([
    ['linux', '/usr/bin/chromium'],
    ['linux', '/usr/local/bin/google-chrome'],
    ['linux', '/opt/google/chrome/chrome'],
    ['darwin', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    ['linux', '/home/me/.cache/chrome'],
  ] as const)('given %s with %s, then it is found and nothing is installed', async (platform, path) => {
    const here = machine({ platform, programs: [path], isRoot: true });
    expect(await findBrowser(here)).toBe(path);
    expect(here.done).toEqual([]);
    expect(here.said).toEqual([]);
  });

  it('given a placeholder that does not start, then the next browser is used', async () => {
    const here = machine({
      programs: ['/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
      placeholders: ['/usr/bin/chromium-browser'],
    });
    expect(await findBrowser(here)).toBe('/usr/bin/google-chrome');
  });

  it('given root on Debian without a browser, then it installs the package and says so', async () => {
    const here = machine({ programs: ['/usr/bin/apt-get'], isRoot: true, debianBrings: '/usr/bin/chromium' });
    expect(await findBrowser(here)).toBe('/usr/bin/chromium');
    expect(here.done).toEqual([
      '/usr/bin/apt-get update',
      '/usr/bin/apt-get install -y --no-install-recommends chromium',
    ]);
    expect(here.said).toEqual(['No Chromium found. Installing the package chromium ...']);
  });

  it('given an ordinary user on Debian, then Playwright downloads a browser', async () => {
    const here = machine({ programs: ['/usr/bin/apt-get'], downloadBrings: '/home/me/.cache/chrome' });
    expect(await findBrowser(here)).toBe('/home/me/.cache/chrome');
    expect(here.done).toEqual(['download']);
  });

  it('given a package that cannot be installed, then Playwright downloads a browser', async () => {
    const here = machine({
      programs: ['/usr/bin/apt-get'],
      isRoot: true,
      downloadBrings: '/home/me/.cache/chrome',
    });
    expect(await findBrowser(here)).toBe('/home/me/.cache/chrome');
    expect(here.said).toContain('That failed: no network');
  });

  it('given nothing works, then one line says how to install a browser', async () => {
    const error: unknown = await findBrowser(machine({})).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toMatch(/^Error: .*install Chromium.*CHROMIUM_PATH.*$/u);
  });
});
