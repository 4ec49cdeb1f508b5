import {
  selectCalendar,
  selectDay,
  selectDeletion,
  selectHistoryStatus,
  selectIsDeletable,
  selectWeek,
} from '#client/features/locations/history/selectors';
import {
  dayChosen,
  deletionAsked,
  deletionClosed,
  deletionConfirmed,
  monthChosen,
} from '#client/features/locations/history/slice';
import { RequestFailed } from '#client/services/errors';
import { historyOpened } from '#client/store/pageActions';
import { packFixes } from '#shared/historyCodec';
import { ANA } from '../../support/builders';
import { NOW } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

const ROUTE = 'DELETE /api/locations/history';
const DATE = '2026-05-01';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const pass = (milliseconds = 2_000) => jest.advanceTimersByTimeAsync(milliseconds);
const summary = (date: string) => ({
  date,
  distance: 900,
  moving: 600,
  stays: 2,
  first: `${date}T08:00:00.000Z`,
  last: `${date}T09:00:00.000Z`,
});

/** A person's day with one position, and two days with totals. @param more of the timeline */
async function opened(userId: string, more: object = {}) {
  let blocks = [packFixes([{ at: NOW, latitude: 45, longitude: 13, accuracy: 8 }])];
  let days = [summary('2026-04-30'), summary(DATE)];
  const timeline = { date: DATE, tz: 'Asia/Tokyo', entries: [], distance: 0, moving: 0, leftOut: 0, ...more };
  const all = await signedInStore(({ answers }) => {
    answers['GET /api/locations/history/:userId'] = () => ({ blocks });
    answers['GET /api/locations/timeline/:userId'] = () => timeline;
    answers['GET /api/locations/days/:userId'] = () => days;
    answers[ROUTE] = () => {
      blocks = [];
      days = days.filter(({ date }) => date !== DATE);
    };
  });
  all.store.dispatch(historyOpened({ userId }));
  await pass();
  const select = <Result>(selector: (state: ReturnType<typeof all.store.getState>) => Result) =>
    selector(all.store.getState());
  const confirm = async () => {
    all.store.dispatch(deletionAsked());
    all.store.dispatch(deletionConfirmed());
    await pass();
  };
  const sent = () => all.fake.recorded.calls.filter(({ path }) => path === '/api/locations/history');
  const storedDays = () => [...all.fake.stored].filter(([key]) => key.startsWith('lastDay'));
  return { ...all, select, confirm, sent, storedDays };
}

it('given the deletion is confirmed, then the server deletes the day of the zone that is shown', async () => {
  const { confirm, sent, select } = await opened(ANA.id);
  await confirm();
  expect(sent().map(({ input }) => input)).toEqual([{ query: { date: DATE, tz: 'Asia/Tokyo' } }]);
  expect(select(selectDeletion)).toEqual({ status: 'done', error: null });
});

it('given a day was deleted, then page, week and calendar are without it, and so is this device', async () => {
  const { store, confirm, select, storedDays } = await opened(ANA.id);
  store.dispatch(monthChosen({ month: '2026-05' }));
  await pass();
  expect(storedDays()[0]?.[1]).toContain('"count":1');
  await confirm();
  expect([select(selectHistoryStatus), select(selectDay)?.fixes.count]).toEqual(['ready', 0]);
  for (const { days } of [select(selectWeek), select(selectCalendar)])
    expect(days.map(({ date }) => date)).toEqual(['2026-04-30']);
  expect(storedDays()[0]?.[1]).toContain('"blocks":[]');
});

it('given the day cannot be loaded after its deletion, then this device shows nothing of it', async () => {
  const { fake, confirm, select, storedDays } = await opened(ANA.id);
  fake.answers['GET /api/locations/history/:userId'] = () => Promise.reject(new RequestFailed(null));
  await confirm();
  expect([select(selectHistoryStatus), select(selectDeletion).status]).toEqual(['failed', 'done']);
  expect(storedDays()).toEqual([]);
});

it.each([
  ['no network', new RequestFailed(null), 'history_not_deleted'],
  ['a server without this route', new RequestFailed(404, { code: 'not_found' }), 'history_not_deletable'],
  ['too many deletions', new RequestFailed(429, { code: 'too_many_requests' }), 'too_many_requests'],
])('given %s, then the question stays with the reason, and nothing is lost', async (_what, failure, code) => {
  const { fake, confirm, select, storedDays, sent } = await opened(ANA.id);
  const works = fake.answers[ROUTE];
  fake.answers[ROUTE] = () => Promise.reject(failure);
  await confirm();
  expect(select(selectDeletion)).toEqual({ status: 'asked', error: { code } });
  expect([select(selectDay)?.fixes.count, storedDays().length]).toEqual([1, 1]);
  if (works) fake.answers[ROUTE] = works;
  await confirm();
  expect([select(selectDeletion).status, sent().length]).toEqual(['done', 2]);
});

it('given the question is closed, or another day is chosen, then nothing is deleted', async () => {
  const { store, select, sent } = await opened(ANA.id);
  store.dispatch(deletionAsked());
  store.dispatch(deletionClosed());
  expect(select(selectDeletion).status).toBe('idle');
  store.dispatch(deletionAsked());
  store.dispatch(dayChosen({ date: '2026-04-30' }));
  await pass();
  expect([select(selectDeletion).status, sent()]).toEqual(['idle', []]);
});

it('given a slow deletion, when another day is chosen meanwhile, then that day stays', async () => {
  const { store, fake, select } = await opened(ANA.id);
  let answer: () => void = () => undefined;
  fake.answers[ROUTE] = () => new Promise<void>((resolve) => (answer = resolve));
  store.dispatch(deletionAsked());
  store.dispatch(deletionConfirmed());
  store.dispatch(deletionClosed());
  expect(select(selectDeletion).status).toBe('deleting');
  store.dispatch(dayChosen({ date: '2026-04-30' }));
  await pass();
  answer();
  await pass();
  expect([select(selectDeletion).status, select(selectDay)?.fixes.count]).toEqual(['idle', 1]);
});

it.each([
  ['one’s own recorded day', ANA.id, {}, true],
  ['a day with some imported positions', ANA.id, { imported: 'some' }, true],
  ['a day of imported positions only', ANA.id, { imported: 'all' }, false],
  ['the day of another member', 'ben', {}, false],
])('given %s, then it can be deleted or not', async (_what, userId, more, isOffered) => {
  const { select } = await opened(userId, more);
  expect(select(selectIsDeletable)).toBe(isOffered);
});
