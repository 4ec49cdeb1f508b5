import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PHONE_APPS } from '#contract/phones';
import { VIEWER_PLACE, WALKERS } from './family';
import { freePort } from './freePort';
import { readOptions } from './options';
import { demoTiles } from './tiles';
import { atMostEvery, backAndForth, walk, type Step } from './walk';
import { speedUp, loadTrack, TRACK_NAMES } from '../support/tracks';

const track = [
  { latitude: 1, longitude: 10, offsetMs: 0 },
  { latitude: 2, longitude: 20, offsetMs: 100 },
  { latitude: 3, longitude: 30, offsetMs: 400 },
];

/** The first steps of a way that may be endless. */
function first(count: number, steps: Iterable<Step>): Step[] {
  const taken: Step[] = [];
  for (const step of steps) {
    taken.push(step);
    if (taken.length === count) break;
  }
  return taken;
}

describe('walking a track for ever', () => {
  it('given the end of the track, then it turns round with the same pauses', () => {
    const steps = first(8, backAndForth(track));
    expect(steps.map(({ latitude }) => latitude)).toEqual([1, 2, 3, 3, 2, 1, 1, 2]);
    expect(steps.map(({ dueMs }) => dueMs)).toEqual([0, 100, 400, 400, 700, 800, 800, 900]);
  });

  it('given an offset into the track, then it starts there at once', () => {
    const steps = first(3, backAndForth(track, 50));
    expect(steps.map(({ latitude }) => latitude)).toEqual([2, 3, 3]);
    expect(steps.map(({ dueMs }) => dueMs)).toEqual([0, 300, 300]);
    expect(() => first(1, backAndForth(track, 401))).toThrow(RangeError);
  });

  it.each(TRACK_NAMES)('given the %s at top speed, then fixes stay within the rate limit', (name) => {
    const steps = first(500, atMostEvery(250, backAndForth(speedUp(loadTrack(name), 100))));
    const gaps = steps.slice(1).map(({ dueMs }, index) => dueMs - (steps[index]?.dueMs ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(250);
  });

  it('given a signal, then the walk ends without an error', async () => {
    const ending = new AbortController();
    const seen: number[] = [];
    await walk(
      backAndForth(track),
      async ({ latitude }) => {
        seen.push(latitude);
        if (seen.length === 2) ending.abort();
      },
      ending.signal,
    );
    expect(seen).toEqual([1, 2]);
  });
});

it('given the members who move, then each app of phones has one, somewhere on a track', () => {
  expect(WALKERS.map(({ app }) => app).toSorted()).toEqual([...PHONE_APPS].toSorted());
  for (const { track: name, fromMs } of WALKERS) {
    const left = loadTrack(name).filter(({ offsetMs }) => offsetMs >= fromMs);
    expect(left.length).toBeGreaterThan(20);
  }
});

describe('the place of the viewer', () => {
  it('given a phone at zoom 14, then the whole loop of the car is on the screen', () => {
    // 390 by 844 pixels, with the bars at top and bottom and a marker's size taken off.
    const metresPerPixel = (40_075_017 * Math.cos((VIEWER_PLACE.latitude * Math.PI) / 180)) / (512 * 2 ** 14);
    for (const { latitude, longitude } of loadTrack('car')) {
      const north = (latitude - VIEWER_PLACE.latitude) * 111_195;
      const east = (longitude - VIEWER_PLACE.longitude) * 111_195 * Math.cos((latitude * Math.PI) / 180);
      expect(Math.abs(east) / metresPerPixel).toBeLessThan(390 / 2 - 20);
      expect(Math.abs(north) / metresPerPixel).toBeLessThan(844 / 2 - 150);
    }
  });
});

describe("the demo's options", () => {
  it('given no options, then speed 10 on port 3000', () => {
    expect(readOptions([], {})).toEqual({ speed: 10, port: 3000 });
  });

  it.each([
    [['--speed', '1'], 1],
    [['--speed=2.5'], 2.5],
  ])('given %p, then the speed is %p', (args, speed) => {
    expect(readOptions(args, { PORT: '0' })).toEqual({ speed, port: 0 });
  });

  it.each([
    [['--sped', '3'], {}],
    [['--speed'], {}],
    [['--speed', '0'], {}],
    [['--speed', 'fast'], {}],
    [['--speed', '1e9'], {}],
    [['now'], {}],
    [[], { PORT: 'http' }],
    [[], { PORT: '65536' }],
  ])('given %p with %p, then one message says what is wrong', (args, env) => {
    expect(() => readOptions(args, env)).toThrow(/^[^\n]+\.$/u);
  });
});

describe('choosing a port', () => {
  it('given a taken port, then the next free one is chosen', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await freePort(port)).toBeGreaterThan(port);
    await new Promise((resolve) => void other.close(resolve));
  });
});

describe('the tiles of the demo', () => {
  const answers = (ok: boolean) => jest.fn(async () => ({ ok }));
  const offline = () => Promise.reject(new TypeError('fetch failed'));

  it('given a setting, then it counts, and no tile service is asked', async () => {
    const get = answers(false);
    expect((await demoTiles({ TILE_URL: 'https://tiles.example/{z}/{x}/{y}.png' }, get)).env).toEqual({});
    expect(get).not.toHaveBeenCalled();
  });

  it('given a network, then the tiles are those of the product', async () => {
    expect((await demoTiles({}, answers(true))).env).toEqual({});
  });

  it.each([
    ['no network', offline],
    ['a service that refuses', answers(false)],
  ])('given %s, then they come from this machine', async (_what, get) => {
    const { env, close } = await demoTiles({}, get);
    const tile = (env.TILE_URL ?? '').replace(/\{[zxy]\}/gu, '0');
    expect(new URL(tile).hostname).toBe('127.0.0.1');
    expect((await fetch(tile)).headers.get('content-type')).toBe('image/png');
    await close();
  });
});
