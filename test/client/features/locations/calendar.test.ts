import {
  addMonths,
  dayAfterKey,
  lastDay,
  monthName,
  weekOf,
  weeksOf,
} from '#client/features/locations/history/calendar';
import { dayLabel, visitTimes } from '#client/features/locations/history/messages';
import {
  selectCalendar,
  selectHistoryStatus,
  selectWeek,
} from '#client/features/locations/history/selectors';
import {
  calendarClosed,
  dayChosen,
  monthChosen,
  placeChosen,
} from '#client/features/locations/history/slice';
import { RequestFailed } from '#client/services/errors';
import { historyOpened } from '#client/store/pageActions';
import { signedInStore } from '../../support/signedInStore';

const DAYS = 'GET /api/locations/days/:userId';
const TIMELINE = 'GET /api/locations/timeline/:userId';
const summary = (date: string) => ({
  date,
  distance: 1_000,
  moving: 600,
  stays: 2,
  first: `${date}T08:00:00.000Z`,
  last: `${date}T18:00:00.000Z`,
});

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Ana's store with Ben's history open. @param knowsDays whether the server computes timelines and totals */
async function bensHistory(knowsDays = true) {
  const all = await signedInStore(({ answers }) => {
    answers['GET /api/locations/history/:userId'] = () => [];
    if (knowsDays) answers[TIMELINE] = () => ({ date: '2026-05-01', tz: 'Europe/Ljubljana', entries: [] });
    answers[DAYS] = () => [summary('2026-04-03')];
  });
  all.store.dispatch(historyOpened({ userId: 'ben' }));
  await jest.advanceTimersByTimeAsync(2_000);
  return all;
}

describe('the calendar', () => {
  it('given a month, then the totals of its days until today are asked for', async () => {
    const { store, fake } = await bensHistory();
    for (const month of ['2026-04', '2026-05']) {
      store.dispatch(monthChosen({ month }));
      await jest.advanceTimersByTimeAsync(0);
    }
    // The first are those of the week.
    const [, ...queries] = fake.recorded.calls
      .filter(({ path }) => path.includes('days'))
      .map(({ input }) => input);
    const tz = 'Europe/Ljubljana';
    expect(queries).toEqual([
      { params: { userId: 'ben' }, query: { from: '2026-04-01', to: '2026-04-30', tz } },
      { params: { userId: 'ben' }, query: { from: '2026-05-01', to: '2026-05-01', tz } },
    ]);
  });

  it('given another month is chosen while one is on its way, then only the last one is shown', async () => {
    const { store, fake } = await bensHistory();
    let answerFirst: (answer: unknown) => void = () => undefined;
    fake.answers[DAYS] = () => new Promise((resolve) => (answerFirst = resolve));
    store.dispatch(monthChosen({ month: '2026-03' }));
    await jest.advanceTimersByTimeAsync(0);
    fake.answers[DAYS] = () => [summary('2026-04-03')];
    store.dispatch(monthChosen({ month: '2026-04' }));
    await jest.advanceTimersByTimeAsync(0);
    answerFirst([]);
    await jest.advanceTimersByTimeAsync(0);
    expect(selectCalendar(store.getState())).toMatchObject({ month: '2026-04', days: [{ stays: 2 }] });
  });

  it('given a place is chosen, then its visits are asked for, also in the next month', async () => {
    const { store, fake } = await bensHistory();
    store.dispatch(monthChosen({ month: '2026-03' }));
    store.dispatch(placeChosen({ placeId: 'g1' }));
    store.dispatch(monthChosen({ month: '2026-04' }));
    await jest.advanceTimersByTimeAsync(0);
    const last = fake.recorded.calls.findLast(({ path }) => path.includes('days'));
    expect(last?.input.query).toMatchObject({ from: '2026-04-01', place: 'g1' });
    const visit = { start: '2026-04-03T06:05:00.000Z', end: '2026-04-03T13:10:00.000Z' };
    expect(visitTimes(visit, '2026-04-03', 'Europe/Ljubljana')).toBe('8:05 AM – 3:10 PM');
  });

  it('given the totals cannot be loaded, then it has failed; given it is closed, then it has no month', async () => {
    const { store, fake } = await bensHistory();
    fake.answers[DAYS] = () => Promise.reject(new RequestFailed(null));
    store.dispatch(monthChosen({ month: '2026-04' }));
    await jest.advanceTimersByTimeAsync(0);
    expect(selectCalendar(store.getState()).status).toBe('failed');
    store.dispatch(calendarClosed());
    expect(selectCalendar(store.getState()).month).toBeNull();
  });

  it.each([true, false])(
    'given whether the server knows the totals is %p, then so is whether the calendar is offered',
    async (knows) => {
      const { store } = await bensHistory(knows);
      expect(selectCalendar(store.getState()).isOffered).toBe(knows);
    },
  );
});

describe('the week of a day', () => {
  const asked = ({ fake }: Awaited<ReturnType<typeof bensHistory>>) =>
    fake.recorded.calls
      .filter(({ path }) => path.includes('days'))
      .map(({ input }) => input.query as { from: string; to: string })
      .map(({ from, to }) => [from, to]);
  const choose = async ({ store }: Awaited<ReturnType<typeof bensHistory>>, date: string) => {
    store.dispatch(dayChosen({ date }));
    await jest.advanceTimersByTimeAsync(2_000);
  };

  it('given days of two weeks are shown, then the totals of each week are asked for once', async () => {
    const all = await bensHistory();
    await choose(all, '2026-04-28');
    await choose(all, '2026-04-26');
    await choose(all, '2026-04-20');
    expect(asked(all)).toEqual([
      ['2026-04-27', '2026-05-01'],
      ['2026-04-20', '2026-04-26'],
    ]);
    expect(selectWeek(all.store.getState())).toMatchObject({ first: '2026-04-20', days: [{ stays: 2 }] });
  });

  it('given another member is opened while a week is on its way, then their own week is asked for', async () => {
    const all = await bensHistory();
    let answerBens: (answer: unknown) => void = () => undefined;
    all.fake.answers[DAYS] = () => new Promise((resolve) => (answerBens = resolve));
    await choose(all, '2026-04-20');
    all.store.dispatch(historyOpened({ userId: 'ana' }));
    answerBens([summary('2026-04-20')]);
    all.fake.answers[DAYS] = () => [];
    await choose(all, '2026-04-20');
    expect(selectWeek(all.store.getState())).toEqual({ first: '2026-04-20', days: [] });
  });

  it('given a server without totals, or one that fails, then the days are there without bars', async () => {
    const without = await bensHistory(false);
    expect(asked(without)).toEqual([]);
    const failing = await bensHistory();
    failing.fake.answers[DAYS] = () => Promise.reject(new RequestFailed(null));
    await choose(failing, '2026-04-20');
    expect(selectHistoryStatus(failing.store.getState())).toBe('ready');
    expect(weekOf('2026-05-01')).toEqual(weekOf('2026-04-27'));
    expect(dayLabel('2026-05-01', undefined)).toBe('Friday, May 1');
    expect(dayLabel('2026-05-01', summary('2026-05-01'))).toBe('Friday, May 1, 1 km, 2 stops');
  });
});

describe('the days of a month', () => {
  it('given a month that begins on a Sunday, then its first week has one day', () => {
    const weeks = weeksOf('2026-11');
    expect(weeks).toHaveLength(6);
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
    expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null]);
  });

  it('given February, then it has 28 or 29 days', () => {
    expect([lastDay('2026-02'), lastDay('2028-02')]).toEqual(['2026-02-28', '2028-02-29']);
    expect([addMonths('2026-01', -1), addMonths('2026-12', 1)]).toEqual(['2025-12', '2027-01']);
    expect(monthName('2026-02')).toBe('February 2026');
  });

  it.each([
    ['ArrowLeft', '2026-03-30'],
    ['ArrowRight', '2026-04-01'],
    ['ArrowUp', '2026-03-24'],
    ['ArrowDown', '2026-04-07'],
    ['Home', '2026-03-30'],
    ['End', '2026-04-05'],
    ['PageUp', '2026-02-28'],
    ['PageDown', '2026-04-30'],
    ['a', null],
  ])('given %s on March 31, then %p', (key, date) => expect(dayAfterKey('2026-03-31', key)).toBe(date));
});
