import { isTooFar, rangeBounds, rangeDays } from '#client/features/locations/history/range';
import {
  selectExportError,
  selectExporting,
  selectIsBare,
  selectPlayer,
  selectRange,
  selectShownRange,
} from '#client/features/locations/history/selectors';
import {
  calendarClosed,
  dayChosen,
  exportRequested,
  playPressed,
  rangeChosen,
  rangeClosed,
  rangeDayChosen,
  rangeDayPicked,
  rangeStarted,
} from '#client/features/locations/history/slice';
import { connectionEstablished } from '#client/features/session/slice';
import { RequestFailed } from '#client/services/errors';
import { historyOpened } from '#client/store/pageActions';
import { packFixes } from '#shared/historyCodec';
import { signedInStore } from '../../support/signedInStore';

const DAYS = 'GET /api/locations/days/:userId';

const block = (date: string, longitudes: readonly number[]) =>
  packFixes(
    longitudes.map((longitude, index) => ({
      at: Date.parse(date) + index * 60_000,
      latitude: 46 + index / 100,
      longitude,
      accuracy: null,
    })),
  );
const summary = (date: string, lines: readonly (readonly number[])[] = [[14, 14.1], [14.3]]) => ({
  date,
  distance: 1_000,
  moving: 600,
  stays: 2,
  first: `${date}T08:00:00.000Z`,
  last: `${date}T18:00:00.000Z`,
  line: lines.map((line) => block(date, line)),
});

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Ana's store with Ben's history open. */
async function bensHistory() {
  const all = await signedInStore(({ answers }) => {
    answers['GET /api/locations/history/:userId'] = () => [];
    answers[DAYS] = () => [summary('2026-04-03'), summary('2026-04-05')];
  });
  all.store.dispatch(historyOpened({ userId: 'ben' }));
  await jest.advanceTimersByTimeAsync(2_000);
  const asked = () =>
    all.fake.recorded.calls.filter(({ path }) => path.includes('days')).map(({ input }) => input.query);
  return { ...all, asked, range: () => selectRange(all.store.getState()) };
}
type History = Awaited<ReturnType<typeof bensHistory>>;

async function openApril({ store }: History): Promise<void> {
  store.dispatch(rangeChosen({ from: '2026-04-01', to: '2026-04-30' }));
  await jest.advanceTimersByTimeAsync(0);
}

describe('several days', () => {
  it('given two days are chosen, the later one first, then the days between them are asked for', async () => {
    const { store, asked, range } = await bensHistory();
    store.dispatch(playPressed());
    store.dispatch(rangeStarted());
    store.dispatch(rangeDayChosen({ date: '2026-04-05' }));
    await jest.advanceTimersByTimeAsync(0);
    expect([range()?.status, selectShownRange(store.getState()), asked()]).toEqual(['choosing', null, []]);
    store.dispatch(rangeDayChosen({ date: '2026-04-02' }));
    await jest.advanceTimersByTimeAsync(0);
    expect(asked()).toEqual([{ from: '2026-04-02', to: '2026-04-05', tz: 'Europe/Ljubljana', line: 'true' }]);
    expect(range()).toMatchObject({
      status: 'ready',
      days: [{ date: '2026-04-03' }, { date: '2026-04-05' }],
    });
    expect(selectPlayer(store.getState()).playing).toBe(false);
  });

  it('given the calendar is closed before the last day is chosen, then the one day stays', async () => {
    const { store, range } = await bensHistory();
    store.dispatch(rangeStarted());
    store.dispatch(calendarClosed());
    expect(range()).toBeNull();
  });

  it('given several days are shown, then the calendar closes without them, and a day takes their place', async () => {
    const history = await bensHistory();
    await openApril(history);
    history.store.dispatch(calendarClosed());
    history.store.dispatch(rangeDayPicked({ date: '2026-04-03' }));
    expect(history.range()).toMatchObject({ status: 'ready', picked: { date: '2026-04-03', request: 1 } });
    history.store.dispatch(dayChosen({ date: '2026-04-03' }));
    expect(history.range()).toBeNull();
  });

  it('given they cannot be loaded, then they are asked for again with the connection', async () => {
    const history = await bensHistory();
    history.fake.answers[DAYS] = () => Promise.reject(new RequestFailed(null));
    await openApril(history);
    expect(history.range()?.status).toBe('failed');
    expect(selectIsBare(history.store.getState())).toBe(true);
    history.fake.answers[DAYS] = () => [];
    history.store.dispatch(connectionEstablished());
    await jest.advanceTimersByTimeAsync(0);
    expect(history.range()?.status).toBe('ready');
    expect(selectIsBare(history.store.getState())).toBe(true);
  });

  it('given they are closed while they are on their way, then the day stays when they come', async () => {
    const history = await bensHistory();
    let answer: (days: unknown) => void = () => undefined;
    history.fake.answers[DAYS] = () => new Promise((resolve) => (answer = resolve));
    await openApril(history);
    history.store.dispatch(rangeClosed());
    answer([]);
    await jest.advanceTimersByTimeAsync(0);
    expect(history.range()).toBeNull();
  });

  it.each([
    ['come', () => []],
    ['fail', () => Promise.reject(new RequestFailed(null))],
  ])('given others are being chosen when they %s, then the choice goes on', async (_what, later) => {
    const history = await bensHistory();
    let answer: () => void = () => undefined;
    history.fake.answers[DAYS] = () => new Promise<void>((resolve) => (answer = resolve)).then(later);
    await openApril(history);
    history.store.dispatch(rangeClosed());
    history.store.dispatch(rangeStarted());
    answer();
    await jest.advanceTimersByTimeAsync(0);
    expect(history.range()?.status).toBe('choosing');
  });

  it('given they are saved, then the server writes the file of these days; a failure is said', async () => {
    const history = await bensHistory();
    const { store, fake } = history;
    await openApril(history);
    store.dispatch(exportRequested());
    await jest.advanceTimersByTimeAsync(0);
    expect(fake.recorded.calls.at(-1)?.input.query).toEqual({
      format: 'gpx',
      from: '2026-04-01',
      to: '2026-04-30',
      tz: 'Europe/Ljubljana',
    });
    expect(selectExporting(store.getState())).toBe(false);
    fake.services.http.download = () => Promise.reject(new RequestFailed(null));
    store.dispatch(exportRequested());
    await jest.advanceTimersByTimeAsync(0);
    expect(selectExportError(store.getState())).toEqual({ code: 'positions_not_downloaded' });
  });
});

describe('the lines of several days', () => {
  it('given a day with a gap, then its line has two pieces, and each day a color of its own', () => {
    const days = [summary('2026-04-03'), summary('2026-04-04')];
    const [first, second] = rangeDays(days);
    expect(first?.line.count).toBe(3);
    expect([...(first?.line.pieces ?? [])]).toEqual([0, 2]);
    expect(first?.light).not.toBe(second?.light);
    expect(rangeDays(days)).toBe(rangeDays(days));
  });

  it('given days on both sides of the date line, then the bounds around them are small', () => {
    const days = rangeDays([
      summary('2026-04-03', [[179.9]]),
      summary('2026-04-04', [[-179.8]]),
      summary('2026-04-05', []),
    ]);
    expect(rangeBounds(days)?.map((degree) => Math.round(degree * 10) / 10)).toEqual([179.9, 46, 180.2, 46]);
    expect(rangeBounds([])).toBeNull();
  });

  it.each([
    ['2026-05-01', '2026-05-31', false],
    ['2026-05-01', '2026-06-01', true],
    ['2026-05-31', '2026-04-30', true],
    [null, '2020-01-01', false],
  ])('given the first day %p, when the last is %p, then whether that is too many is %p', (from, date, is) => {
    expect(isTooFar(date, from)).toBe(is);
  });
});
