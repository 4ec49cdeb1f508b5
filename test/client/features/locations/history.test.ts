import { sosOpened } from '#client/features/alerts/sos/slice';
import { historyOpened, mapOpened } from '#client/store/pageActions';
import type { HistoryBlock } from '#contract/locations';
import { dayOf } from '#client/features/locations/history/day';
import { gpxFileName, gpxOf } from '#client/features/locations/history/gpx';
import {
  selectDate,
  selectDay,
  selectHistoryDetail,
  selectHistoryStatus,
  selectPickedStop,
  selectPlayer,
  selectPlayhead,
  selectTimeZone,
  selectToday,
} from '#client/features/locations/history/selectors';
import {
  dayChosen,
  dayRequested,
  exportRequested,
  pausePressed,
  playPressed,
  playbackSeeked,
  speedChosen,
  stopPicked,
} from '#client/features/locations/history/slice';
import { leftOutText, stopTexts } from '#client/features/locations/history/messages';
import { distance, duration } from '#client/i18n/lengths';
import { RequestFailed } from '#client/services/errors';
import { packFixes } from '#shared/historyCodec';
import { NOW } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

const MINUTE = 60_000;
const HISTORY = 'GET /api/locations/history/:userId';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

type SignedIn = Awaited<ReturnType<typeof signedInStore>>;

/** Lets everything happen that is due within this time. */
const pass = (milliseconds = 2_000) => jest.advanceTimersByTimeAsync(milliseconds);

const entry = (minutes: number, metresNorth: number, accuracy: number | null = 8) => ({
  latitude: Number((45 + metresNorth / 111_195).toFixed(6)),
  longitude: 13,
  accuracy,
  timestamp: new Date(NOW - 120 * MINUTE + minutes * MINUTE).toISOString(),
});
/** A stay of 12 minutes, a way of 500 m, and after 40 minutes of silence somewhere else. */
const A_DAY = [
  entry(0, 0),
  entry(12, 20),
  entry(15, 300),
  entry(18, 520),
  entry(58, 5_000),
  entry(60, 5_020),
];
const packed = (entries: readonly ReturnType<typeof entry>[]): HistoryBlock[] => [
  packFixes(entries.map(({ timestamp, ...fix }) => ({ ...fix, at: Date.parse(timestamp) }))),
];

/** Ana's store with Ben's day open. */
async function bensDay(answer: () => unknown = () => ({ blocks: packed(A_DAY) })) {
  const all = await signedInStore((fake) => (fake.answers[HISTORY] = answer));
  all.store.dispatch(historyOpened({ userId: 'ben' }));
  await pass();
  return all;
}
const day = ({ store }: SignedIn) => selectDay(store.getState());
const status = ({ store }: SignedIn) => selectHistoryStatus(store.getState());
const asked = ({ fake }: SignedIn) =>
  fake.recorded.calls.filter(({ path }) => path.includes('history')).map(({ input }) => input);

describe('loading a day', () => {
  it('given the page is opened, then today is asked for in this device’s zone', async () => {
    const all = await bensDay();
    const question = { params: { userId: 'ben' }, query: { date: '2026-05-01', tz: 'Europe/Ljubljana' } };
    expect(asked(all)).toEqual([question]);
    expect([selectDate(all.store.getState()), status(all)]).toEqual(['2026-05-01', 'ready']);
    expect(day(all)?.fixes.count).toBe(6);
  });

  it('given late evening in UTC, then it is already the next day here', async () => {
    const all = await signedInStore((fake) => {
      fake.answers[HISTORY] = () => [];
      fake.setNow(Date.parse('2026-05-01T22:30:00.000Z'));
    });
    all.store.dispatch(historyOpened({ userId: 'ben' }));
    await pass();
    expect(selectToday(all.store.getState())).toBe('2026-05-02');
  });

  it('given it was today and midnight has passed, when the page is opened again, then it is today', async () => {
    const all = await bensDay();
    all.fake.setNow(NOW + 24 * 60 * MINUTE);
    all.store.dispatch(historyOpened({ userId: 'ben' }));
    await pass();
    expect(selectDate(all.store.getState())).toBe('2026-05-02');
  });

  it('given midnight passes while the page is open, then its day stays, and the new one can be chosen', async () => {
    const all = await bensDay();
    all.fake.setNow(NOW + 24 * 60 * MINUTE);
    all.fake.fireTimers();
    await pass();
    expect([selectDate(all.store.getState()), asked(all).length]).toEqual(['2026-05-01', 1]);
    all.store.dispatch(dayChosen({ date: '2026-05-02' }));
    await pass();
    expect([selectDate(all.store.getState()), status(all)]).toEqual(['2026-05-02', 'ready']);
  });

  it.each([
    ['no day was chosen', '2026-05-02', []],
    ['today was chosen', '2026-05-02', ['2026-04-29', '2026-05-01']],
    ['an earlier day was chosen', '2026-04-29', ['2026-04-29']],
  ])(
    'given %s and midnight passed, when the page is opened again, then it shows %s',
    async (_what, date, chosen) => {
      const all = await bensDay();
      for (const each of chosen) all.store.dispatch(dayChosen({ date: each }));
      await pass();
      all.fake.setNow(NOW + 24 * 60 * MINUTE);
      all.fake.fireTimers();
      await pass();
      all.store.dispatch(mapOpened());
      all.store.dispatch(historyOpened({ userId: 'ben' }));
      await pass();
      expect(selectDate(all.store.getState())).toBe(date);
    },
  );

  it('given yesterday is chosen after midnight, when the page is opened again, then it is still that day', async () => {
    const all = await bensDay();
    all.fake.setNow(NOW + 24 * 60 * MINUTE);
    all.fake.fireTimers();
    await pass();
    all.store.dispatch(dayChosen({ date: '2026-05-02' }));
    all.store.dispatch(dayChosen({ date: '2026-05-01' }));
    await pass();
    all.store.dispatch(historyOpened({ userId: 'ben' }));
    await pass();
    expect(selectDate(all.store.getState())).toBe('2026-05-01');
  });

  it('given a flight to another zone, when midnight passes, then the open day keeps its zone', async () => {
    const all = await bensDay();
    const shown = () => [selectToday(all.store.getState()), selectTimeZone(all.store.getState())];
    all.fake.services.page.timeZone = () => 'Asia/Tokyo';
    all.fake.setNow(Date.parse('2026-05-01T21:30:00.000Z'));
    all.fake.fireTimers();
    await pass();
    expect(shown()).toEqual(['2026-05-01', 'Europe/Ljubljana']);
    all.fake.setNow(Date.parse('2026-05-01T22:30:00.000Z'));
    all.fake.fireTimers();
    await pass();
    expect(shown()).toEqual(['2026-05-02', 'Europe/Ljubljana']);
    all.store.dispatch(historyOpened({ userId: 'ben' }));
    await pass();
    expect(shown()).toEqual(['2026-05-02', 'Asia/Tokyo']);
  });

  it('given a flight to the west, when a day is chosen that has not begun there, then it shows today', async () => {
    const all = await bensDay();
    all.fake.services.page.timeZone = () => 'America/Los_Angeles';
    all.fake.setNow(Date.parse('2026-05-01T22:30:00.000Z'));
    all.fake.fireTimers();
    await pass();
    all.store.dispatch(dayChosen({ date: '2026-05-02' }));
    await pass();
    expect(selectDate(all.store.getState())).toBe('2026-05-01');
  });

  it('given midnight passes while another page is open, when this one is opened again, then it is today', async () => {
    const all = await bensDay();
    all.store.dispatch(mapOpened());
    all.fake.setNow(NOW + 24 * 60 * MINUTE);
    all.fake.fireTimers();
    await pass();
    all.store.dispatch(historyOpened({ userId: 'ben' }));
    await pass();
    expect(selectDate(all.store.getState())).toBe('2026-05-02');
  });

  it('given another day was chosen, when the page is opened again, then it is still that day', async () => {
    const all = await bensDay();
    all.store.dispatch(dayChosen({ date: '2026-04-29' }));
    await pass();
    all.store.dispatch(historyOpened({ userId: 'ben' }));
    await pass();
    expect(selectDate(all.store.getState())).toBe('2026-04-29');
  });

  it('given a server that lists entries only, in any order and a moment twice, then the day is the same', async () => {
    const columns = await bensDay();
    const entries = await bensDay(() => [...A_DAY, A_DAY[0]].toReversed());
    expect(day(entries)?.track).toEqual(day(columns)?.track);
  });

  it('given another day is chosen while one is on its way, then only the last one counts', async () => {
    const all = await bensDay();
    let answerFirst: (answer: unknown) => void = () => undefined;
    all.fake.answers[HISTORY] = () => new Promise((resolve) => (answerFirst = resolve));
    all.store.dispatch(dayChosen({ date: '2026-04-30' }));
    await pass();
    all.fake.answers[HISTORY] = () => [];
    all.store.dispatch(dayChosen({ date: '2026-04-29' }));
    await pass();
    answerFirst({ blocks: packed(A_DAY) });
    await pass();
    expect([selectDate(all.store.getState()), day(all)?.fixes.count]).toEqual(['2026-04-29', 0]);
  });

  it('given a year is typed digit by digit, then the server is asked once', async () => {
    const all = await bensDay();
    for (const date of ['0002-04-30', '0020-04-30', '0202-04-30', '2026-04-30']) {
      all.store.dispatch(dayChosen({ date }));
      await pass(100);
    }
    await pass();
    expect(asked(all)).toHaveLength(2);
  });

  it.each(['', '2026-05-02'])('given the date %p, then the day that is shown stays', async (date) => {
    const all = await bensDay();
    all.store.dispatch(dayChosen({ date }));
    await pass();
    expect([selectDate(all.store.getState()), status(all), asked(all).length]).toEqual([
      '2026-05-01',
      'ready',
      1,
    ]);
  });

  it.each([
    ['no answer', () => Promise.reject(new RequestFailed(null)), null],
    [
      'a refusal',
      () => Promise.reject(new RequestFailed(404, { code: 'user_not_found' })),
      { code: 'user_not_found' },
    ],
    ['columns that are cut short', () => ({ blocks: [{ ...packed(A_DAY)[0], times: 'C' }] }), null],
  ])('given %s, then it has failed, and trying again helps', async (_what, answer, detail) => {
    const all = await bensDay(answer);
    expect([status(all), selectHistoryDetail(all.store.getState())]).toEqual(['failed', detail]);
    all.fake.answers[HISTORY] = () => [];
    all.store.dispatch(dayRequested());
    await pass();
    expect(status(all)).toBe('ready');
  });
});

describe('what a day comes to', () => {
  it('given stays, ways and a silence, then the timeline says so in the specification’s words', () => {
    const read = dayOf(packed(A_DAY));
    const texts = read.stops.map((_stop, index) => stopTexts(read, index));
    expect(texts.map((text) => [text?.title, text?.length])).toEqual([
      ['Stayed at location', 'Stayed for 12 minutes'],
      ['Passed through', 'Brief stop (0 mins)'],
      ['Passed through', 'Brief stop (0 mins)'],
      ['Passed through', 'Brief stop (2 mins)'],
    ]);
    expect(texts.map((text) => text?.next)).toEqual([
      '290 m to the next stop',
      '220 m to the next stop',
      '4,490 m to the next stop, no positions for 40 min',
      null,
    ]);
    expect([...read.track.pieces]).toEqual([0, 4]);
    expect([distance(read.timeline.distance), duration(read.timeline.moving)]).toEqual(['500 m', '6 min']);
  });

  it('given fixes that are not in the line, then they are counted', () => {
    expect(leftOutText(dayOf(packed(A_DAY)))).toBeNull();
    expect(leftOutText(dayOf(packed([...A_DAY, entry(61, 0, 500)])))).toMatch(
      /^1 position is not in the line/u,
    );
    expect(leftOutText(dayOf(packed([entry(0, 0, 500), entry(1, 0, 500)])))).toMatch(/^All 2 positions/u);
  });

  it.each([
    [850, '850 m'],
    [14_240, '14.2 km'],
    [123_456, '123 km'],
  ])('given %d m, then %s', (metres, words) => expect(distance(metres)).toBe(words));
});

describe('playing a day', () => {
  const at = ({ store }: SignedIn) =>
    Math.round(((selectPlayhead(store.getState())?.at ?? 0) - (NOW - 120 * MINUTE)) / MINUTE);

  /** Time passes, on the clock too, in the player's own steps. */
  async function playFor(all: SignedIn, milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += 50) {
      all.fake.setNow((now += 50));
      all.fake.fireTimers();
      await pass(0);
    }
  }
  let now = NOW;
  beforeEach(() => (now = NOW));

  it('given 60 times, then a second is a minute, a gap is jumped over, and at the end it stops', async () => {
    const all = await bensDay();
    all.store.dispatch(playbackSeeked({ at: NOW - 108 * MINUTE }));
    all.store.dispatch(playPressed());
    await playFor(all, 5_000);
    expect([at(all), selectPlayer(all.store.getState()).playing]).toEqual([17, true]);
    await playFor(all, 1_100);
    expect(at(all)).toBe(58);
    await playFor(all, 3_000);
    expect([at(all), selectPlayer(all.store.getState()).playing]).toEqual([60, false]);
    all.store.dispatch(playPressed());
    await playFor(all, 50);
    expect(at(all)).toBe(0);
  });

  it('given a stay, then it is over in two seconds, and what follows has the chosen speed', async () => {
    const all = await bensDay();
    all.store.dispatch(playPressed());
    await playFor(all, 1_000);
    expect(at(all)).toBe(6);
    await playFor(all, 1_000);
    expect(at(all)).toBe(12);
    await playFor(all, 4_000);
    expect(at(all)).toBe(16);
  });

  it('given a stay in real time, then it takes as long as it took', async () => {
    const all = await bensDay();
    all.store.dispatch(speedChosen({ speed: 1 }));
    all.store.dispatch(playPressed());
    await playFor(all, 10_000);
    expect(at(all)).toBe(0);
  });

  it('given a moment between two fixes, then the person is between the two places', async () => {
    const all = await bensDay();
    all.store.dispatch(playbackSeeked({ at: NOW - 120 * MINUTE + 13.5 * MINUTE }));
    expect(selectPlayhead(all.store.getState())?.latitude).toBeCloseTo(45 + 160 / 111_195, 5);
    all.store.dispatch(playbackSeeked({ at: NOW - 120 * MINUTE + 30 * MINUTE }));
    expect(selectPlayhead(all.store.getState())?.inGap).toBe(true);
  });

  it('given it is paused, another speed is chosen, or another page is opened, then that is what happens', async () => {
    const all = await bensDay();
    const timers = all.fake.timerCount();
    all.store.dispatch(speedChosen({ speed: 600 }));
    all.store.dispatch(playPressed());
    await playFor(all, 600);
    expect(at(all)).toBe(6);
    all.store.dispatch(pausePressed());
    await playFor(all, 600);
    expect(at(all)).toBe(6);
    all.store.dispatch(playPressed());
    await pass(0);
    all.store.dispatch(mapOpened());
    await pass(0);
    expect([selectPlayer(all.store.getState()).playing, all.fake.timerCount()]).toEqual([false, timers]);
  });

  it('given the SOS dialog opens, then the day plays on', async () => {
    const all = await bensDay();
    all.store.dispatch(playPressed());
    await playFor(all, 1_000);
    all.store.dispatch(sosOpened());
    await playFor(all, 1_000);
    expect([at(all), selectPlayer(all.store.getState()).playing]).toEqual([12, true]);
  });

  it('given a stop is picked, then it is the picked one until another day', async () => {
    const all = await bensDay();
    all.store.dispatch(stopPicked({ stop: 1 }));
    expect(selectPickedStop(all.store.getState())?.first).toBe(2);
    all.store.dispatch(dayRequested());
    expect(selectPickedStop(all.store.getState())).toBeNull();
  });
});

describe('saving a day', () => {
  it('given a day, then the file has the line with its gaps and, apart, what is not in it', async () => {
    const all = await bensDay(() => ({ blocks: packed([...A_DAY, entry(61, 0, 500)]) }));
    all.store.dispatch(exportRequested());
    await pass();
    expect(all.fake.recorded.savedFileNames).toEqual(['kinmap-ben-2026-05-01.gpx']);
    const text = await all.fake.recorded.savedFiles[0]?.text();
    expect(text?.match(/<trkseg>/gu)).toHaveLength(2);
    expect(text?.match(/<trkpt /gu)).toHaveLength(6);
    expect(text?.match(/<wpt /gu)).toHaveLength(1);
    expect(text).toContain(
      '<trkpt lat="45" lon="13"><time>2026-05-01T10:00:00.000Z</time><extensions><kinmap:accuracy>8</kinmap:accuracy></extensions></trkpt>',
    );
    expect(all.store.getState().locations.history.exporting).toBe(false);
  });

  it('given what a phone reports, then each point has its speed as other programs read it, and the battery', () => {
    const { timestamp, ...fix } = entry(0, 0, 5);
    const block = packFixes([{ ...fix, at: Date.parse(timestamp), speed: 1.4, battery: 0.64 }]);
    expect([...gpxOf(dayOf([block]), 'x', [])].join('')).toContain(
      '<extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>1.4</gpxtpx:speed></gpxtpx:TrackPointExtension>' +
        '<kinmap:accuracy>5</kinmap:accuracy><kinmap:battery>0.64</kinmap:battery></extensions>',
    );
  });

  it('given fixes with and without accuracy, one of them not in the line, then each has its own', () => {
    const fixes = [entry(0, 0, 5), entry(1, 10, 500), entry(2, 20, null), entry(3, 30, 7.5)];
    const text = [...gpxOf(dayOf(packed(fixes)), 'x', [])].join('');
    const accuracies = text
      .split('\n')
      .filter((line) => /^<(?:trkpt|wpt)/u.test(line))
      .map((line) => /accuracy>([\d.]+)/u.exec(line)?.[1] ?? null);
    expect(accuracies).toEqual(['500', '5', null, '7.5']);
  });

  it('given stays, then they are waypoints with their names', async () => {
    const start = '2026-05-01T10:00:00.000Z';
    const all = await signedInStore(({ answers }) => {
      answers[HISTORY] = () => ({ blocks: packed(A_DAY) });
      answers['GET /api/locations/timeline/:userId'] = () => ({
        date: '2026-05-01',
        tz: 'Europe/Ljubljana',
        entries: [
          {
            kind: 'stay',
            start,
            end: '2026-05-01T10:12:00.000Z',
            latitude: 45.000_090_123,
            longitude: 13,
            place: { id: 'g1', name: 'Home & garden' },
            noSignalSeconds: 0,
          },
        ],
        distance: 0,
        moving: 0,
        leftOut: 0,
      });
    });
    all.store.dispatch(historyOpened({ userId: 'ben' }));
    await pass();
    all.store.dispatch(exportRequested());
    await pass();
    expect(await all.fake.recorded.savedFiles[0]?.text()).toContain(
      `<wpt lat="45.00009" lon="13"><time>${start}</time><name>Home &amp; garden</name><desc>Stayed for 12 minutes, 12:00 PM – 12:12 PM</desc></wpt>`,
    );
  });

  it('given a name full of markup, then it is text in the file and a plain name outside', () => {
    const text = [...gpxOf(dayOf(packed(A_DAY)), '<b>"Tom & Ana"\u0000</b>', [])].join('');
    expect(text).toContain('<name>&lt;b&gt;&quot;Tom &amp; Ana&quot;&lt;/b&gt;</name>');
    expect(gpxFileName('../Žan/ «x»', '2026-05-01')).toBe('kinmap-žan-x-2026-05-01.gpx');
    expect(gpxFileName('🙂', '2026-05-01')).toBe('kinmap-2026-05-01.gpx');
  });
});
