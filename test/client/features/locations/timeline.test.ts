import type { TimelineEntry } from '#contract/timeline';
import { countPlaces } from '#client/features/locations/history/rows';
import { clockTime, entryTexts, stopTexts, wayToNextStay } from '#client/features/locations/history/messages';
import {
  selectDay,
  selectIsLocalTime,
  selectList,
  selectLocalZone,
  selectPickedLine,
  selectPickedPosition,
  selectPlayedRow,
  selectRows,
  selectStayAddress,
  selectTimeline,
  selectZone,
} from '#client/features/locations/history/selectors';
import {
  briefStopsToggled,
  entryPicked,
  listChosen,
  localTimeChosen,
  playbackSeeked,
} from '#client/features/locations/history/slice';
import { zoneName, zoneOfDay } from '#client/features/locations/history/zonedTime';
import { historyOpened } from '#client/store/pageActions';
import { packFixes } from '#shared/historyCodec';
import { NOW } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

const MINUTE = 60_000;
const START = NOW - 300 * MINUTE;
const METRES_PER_DEGREE = 111_195;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const isoAt = (minutes: number) => new Date(START + minutes * MINUTE).toISOString();
const fix = (minutes: number, metresNorth: number) => ({
  at: START + minutes * MINUTE,
  latitude: Number((45 + metresNorth / METRES_PER_DEGREE).toFixed(6)),
  longitude: 13,
  accuracy: 8,
});
const stay = (
  from: number,
  to: number,
  metresNorth: number,
  more: Partial<Extract<TimelineEntry, { kind: 'stay' }>> = {},
): TimelineEntry => {
  const { latitude, longitude } = fix(0, metresNorth);
  const span = { start: isoAt(from), end: isoAt(to) };
  return { kind: 'stay', ...span, latitude, longitude, place: null, noSignalSeconds: 0, ...more };
};
const trip = (
  from: number,
  to: number,
  distance: number,
  mode: Extract<TimelineEntry, { kind: 'trip' }>['mode'] = null,
): TimelineEntry => ({ kind: 'trip', start: isoAt(from), end: isoAt(to), distance, mode });
const gap = (from: number, to: number): TimelineEntry => ({
  kind: 'gap',
  start: isoAt(from),
  end: isoAt(to),
});

/** At home for 95 minutes, a walk of 10 minutes and 1 km, at school for 20, a silence that ends 5 km away. */
const FIXES = [
  fix(0, 0),
  fix(45, 10),
  fix(95, 5),
  ...[200, 400, 600, 800].map((metres, index) => fix(97 + 2 * index, metres)),
  fix(105, 1_000),
  fix(125, 1_010),
  fix(205, 6_000),
];
const HOME = { id: 'g1', name: 'Home' };
const ENTRIES = [
  stay(0, 95, 5, { place: HOME }),
  trip(95, 105, 1_000, 'walk'),
  stay(105, 125, 1_005),
  gap(125, 205),
];
const timelineOf = (entries: readonly TimelineEntry[]) => ({
  date: '2026-05-01',
  tz: 'Europe/Ljubljana',
  entries,
  distance: 1_000,
  moving: 600,
  leftOut: 0,
});

/** Ana's store with Ben's day open. @param timeline what the server answers for stays and trips */
async function bensDay(timeline: () => unknown = () => timelineOf(ENTRIES)) {
  const all = await signedInStore(({ answers }) => {
    answers['GET /api/locations/history/:userId'] = () => ({ blocks: [packFixes(FIXES)] });
    answers['GET /api/locations/timeline/:userId'] = timeline;
  });
  all.store.dispatch(historyOpened({ userId: 'ben' }));
  await jest.advanceTimersByTimeAsync(2_000);
  return all;
}

type Opened = Awaited<ReturnType<typeof bensDay>>;

/** The rows as people read them. */
const titles = ({ store }: Opened): (string | undefined)[] => {
  const state = store.getState();
  const day = selectDay(state);
  return selectRows(state).map((row) => {
    if (row.kind === 'fold') return `${row.count} brief stops`;
    if (row.kind === 'stop') return day ? stopTexts(day, row.index)?.title : undefined;
    const entry = selectTimeline(state)?.entries[row.index];
    return entry && entryTexts(entry).title;
  });
};

describe('the rows of a day', () => {
  it('given a server with stays and trips, then these are listed, with brief stops folded', async () => {
    const all = await bensDay();
    expect(selectList(all.store.getState())).toBe('timeline');
    expect(titles(all)).toEqual([
      'Home',
      'Walk',
      '4 brief stops',
      'Stayed at location',
      'No signal',
      'Passed through',
    ]);
  });

  it('given the fold is opened, then the trip has its stops; given it is closed, then not', async () => {
    const all = await bensDay();
    all.store.dispatch(briefStopsToggled({ entry: 1 }));
    expect(titles(all).slice(1, 7)).toEqual([
      'Walk',
      '4 brief stops',
      ...Array.from({ length: 4 }, () => 'Passed through'),
    ]);
    all.store.dispatch(briefStopsToggled({ entry: 1 }));
    expect(titles(all)).toHaveLength(6);
  });

  it('given all stops are chosen, then the list has those of the specification', async () => {
    const all = await bensDay();
    all.store.dispatch(listChosen('stops'));
    expect(titles(all)).toEqual([
      'Stayed at location',
      ...Array.from({ length: 4 }, () => 'Passed through'),
      'Stayed at location',
      'Passed through',
    ]);
  });

  it.each([
    ['refuses', () => Promise.reject(new Error('404'))],
    ['answers a page', () => undefined],
  ])('given a server that %s, then all stops are listed without a choice', async (_what, answer) => {
    const all = await bensDay(answer);
    expect(selectTimeline(all.store.getState())).toBeNull();
    expect(titles(all)).toHaveLength(7);
  });

  it('given a trip with three brief stops, then they are listed without a fold', async () => {
    const all = await bensDay(() =>
      timelineOf([stay(0, 95, 5), trip(95, 97, 195), trip(98, 105, 800), stay(105, 125, 1_005)]),
    );
    expect(titles(all)).toEqual([
      'Stayed at location',
      'Trip',
      'Passed through',
      'Trip',
      'Passed through',
      'Passed through',
      'Passed through',
      'Stayed at location',
      'Passed through',
    ]);
  });

  it('given a day without stays and trips, then its stops are listed', async () => {
    const all = await bensDay(() => timelineOf([]));
    expect(titles(all)).toHaveLength(7);
  });
});

describe('stays and trips in words', () => {
  it.each([
    [stay(0, 95, 0, { place: HOME }), ['Home', 'Stayed for 95 minutes (1 h 35 min)']],
    [stay(0, 89, 0), ['Stayed at location', 'Stayed for 89 minutes']],
    [
      stay(0, 200, 0, { noSignalSeconds: 9_600 }),
      ['Stayed at location', 'Stayed for 200 minutes (3 h 20 min), no signal for 2 h 40 min'],
    ],
    [
      stay(0, 46.7, 0, { noSignalSeconds: 2_802 }),
      ['Stayed at location', 'Stayed for 46 minutes, no signal for 46 min'],
    ],
    [trip(0, 10, 850, 'walk'), ['Walk', '850 m, 10 min']],
    [trip(0, 95, 14_240, 'drive'), ['Drive', '14.2 km, 1 h 35 min']],
    [trip(0, 10, 850, 'run'), ['Run', '850 m, 10 min']],
    [trip(0, 10, 2_850, 'cycle'), ['Bike ride', '2.9 km, 10 min']],
    [trip(0, 60, 850_000, 'fly'), ['Flight', '850 km, 1 h']],
    [trip(0, 10, 850), ['Trip', '850 m, 10 min']],
    [gap(0, 80), ['No signal', 'No positions for 1 h 20 min']],
  ])('given %j, then it reads %j', (entry, words) => {
    const { title, length } = entryTexts(entry);
    expect([title, length]).toEqual(words);
  });

  it('given a stay, then it says how far the next one is', async () => {
    const state = (await bensDay()).store.getState();
    const [day, timeline] = [selectDay(state), selectTimeline(state)];
    if (!day || !timeline) throw new Error('no day');
    expect(ENTRIES.map((_entry, index) => wayToNextStay(day, timeline, index))).toEqual([
      '1,000 m to the next stop',
      null,
      '4,995 m to the next stop',
      null,
    ]);
  });
});

describe('the times of a day', () => {
  /** Two moments on the day when the clocks of Ljubljana go back. */
  const [before, after] = ['2026-10-25T00:40:00.000Z', '2026-10-25T01:19:00.000Z'].map((at) =>
    Date.parse(at),
  );
  const zone = zoneOfDay('2026-10-25', 'Europe/Ljubljana', 'Europe/Ljubljana');

  it('given a day on which clocks change, then its times name their zone', () => {
    expect([before, after].map((at) => clockTime(at ?? 0, zone))).toEqual(['2:40 AM GMT+2', '2:19 AM GMT+1']);
  });

  it('given another day, then they do not; in another zone than the viewer’s, they do', () => {
    const day = (own: string) => zoneOfDay('2026-10-26', 'Europe/Ljubljana', own);
    const noon = Date.parse('2026-10-26T11:05:00.000Z');
    expect(clockTime(noon, day('Europe/Ljubljana'))).toBe('12:05 PM');
    expect(clockTime(noon, day('America/New_York'))).toBe('12:05 PM GMT+1');
  });

  it('given a day is open, then its times are those of its zone', async () => {
    const { store } = await bensDay(() => ({ ...timelineOf(ENTRIES), tz: 'Asia/Shanghai' }));
    expect(selectZone(store.getState())).toEqual({ timeZone: 'Asia/Shanghai', isNamed: true });
  });

  it.each([
    [{ since: '2026-04-30T20:10:00.000Z' }, 'since yesterday 10:10 PM, until 10:35 AM'],
    [{ continues: true }, '9:00 AM, until tomorrow'],
    [{ since: '2026-04-30T20:10:00.000Z', continues: true }, 'since yesterday 10:10 PM, until tomorrow'],
    [{}, '9:00 AM – 10:35 AM'],
  ])('given a stay with %j, then its times are %s', (more, times) => {
    const zoneOfMay = zoneOfDay('2026-05-01', 'Europe/Ljubljana', 'Europe/Ljubljana');
    expect(entryTexts(stay(0, 95, 0, more), zoneOfMay).times).toBe(times);
  });

  it('given a stay since yesterday, then it is as long as all of it', () => {
    const whole = stay(0, 95, 0, { since: '2026-04-30T20:10:00.000Z' });
    expect(entryTexts(whole).length).toBe('Stayed for 745 minutes (12 h 25 min)');
  });
});

describe('picking and playing', () => {
  it('given a trip is picked, then its part of the line is highlighted', async () => {
    const { store } = await bensDay();
    store.dispatch(entryPicked({ entry: 1 }));
    const line = selectPickedLine(store.getState());
    expect([line?.count, line?.latitudes[0], line?.latitudes.at(-1)]).toEqual([
      6,
      fix(0, 5).latitude,
      fix(0, 1_000).latitude,
    ]);
    expect(selectPickedPosition(store.getState())).toBeNull();
  });

  it('given a stay is picked, then it is shown, and its address is asked for unless a place names it', async () => {
    const all = await bensDay();
    all.fake.onReverse(() => Promise.resolve('Lane 1, Town'));
    all.store.dispatch(entryPicked({ entry: 0 }));
    await jest.advanceTimersByTimeAsync(2_000);
    expect(all.fake.recorded.geocoderLookups).toEqual([]);
    for (const _time of [1, 2]) {
      all.store.dispatch(entryPicked({ entry: 2 }));
      await jest.advanceTimersByTimeAsync(2_000);
    }
    expect(all.fake.recorded.geocoderLookups).toHaveLength(1);
    const state = all.store.getState();
    expect(selectPickedPosition(state)).toMatchObject({ latitude: fix(0, 1_005).latitude });
    expect(selectStayAddress(state, stay(105, 125, 1_005))).toBe('Lane 1, Town');
  });

  it('given a moment is played, then the row it lies in is known', async () => {
    const { store } = await bensDay();
    expect(selectPlayedRow(store.getState())).toBe(-1);
    const rowAt = (minutes: number) => {
      store.dispatch(playbackSeeked({ at: START + minutes * MINUTE }));
      return selectPlayedRow(store.getState());
    };
    expect([0, 60, 96, 110, 180, 205].map(rowAt)).toEqual([0, 0, 1, 3, 4, 5]);
  });
});

describe('the places of a day', () => {
  it('given stays at one place, by its id, its name or nearby, then they are one', () => {
    const stays = [
      stay(0, 10, 0, { place: HOME }),
      stay(20, 30, 5_000),
      stay(40, 50, 5_100),
      stay(60, 70, 300, { place: HOME }),
      stay(80, 90, 9_000, { name: 'Work' }),
      stay(100, 110, 9_900, { name: 'Work' }),
    ];
    expect(countPlaces([...stays, trip(110, 120, 500), gap(120, 200)])).toBe(3);
    expect(countPlaces([])).toBe(0);
  });
});

describe('local time', () => {
  it('given the member was in another zone, when it is chosen, then the day is that of the zone', async () => {
    const all = await bensDay(() => ({ ...timelineOf(ENTRIES), tz: 'UTC', localTz: 'Asia/Shanghai' }));
    const { store, fake } = all;
    expect(selectLocalZone(store.getState())).toBe('Asia/Shanghai');
    fake.answers['GET /api/locations/timeline/:userId'] = () => ({
      ...timelineOf(ENTRIES),
      tz: 'Asia/Shanghai',
    });
    store.dispatch(localTimeChosen(true));
    await jest.advanceTimersByTimeAsync(2_000);
    const calls = fake.recorded.calls.filter(({ path }) => !path.includes('days'));
    const queries = calls.slice(-2).map(({ path, input }) => [path.split('/')[3], input]);
    expect(queries).toMatchObject([
      ['timeline', { query: { tz: 'local' } }],
      ['history', { query: { tz: 'Asia/Shanghai' } }],
    ]);
    expect(selectLocalZone(store.getState())).toBe('Asia/Shanghai');
    expect(selectZone(store.getState())).toMatchObject({ timeZone: 'Asia/Shanghai', isNamed: true });
    store.dispatch(historyOpened({ userId: 'ben' }));
    expect(selectIsLocalTime(store.getState())).toBe(false);
  });

  it('given the member was in the same zone, then there is nothing to choose', async () => {
    const { store } = await bensDay();
    expect(selectLocalZone(store.getState())).toBeNull();
  });

  it('given a zone, then it is called after its place', () => {
    expect([zoneName('America/Argentina/Buenos_Aires'), zoneName('UTC')]).toEqual(['Buenos Aires', 'UTC']);
  });
});
