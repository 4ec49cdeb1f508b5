import {
  selectDay,
  selectHistoryStatus,
  selectSavedAt,
  selectStored,
} from '#client/features/locations/history/selectors';
import { dayChosen } from '#client/features/locations/history/slice';
import { connectionEstablished, signOutRequested } from '#client/features/session/slice';
import { RequestFailed } from '#client/services/errors';
import { historyOpened } from '#client/store/pageActions';
import { packFixes } from '#shared/historyCodec';
import type { FakeServices } from '../../support/fakeServices';
import { NOW } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

const HISTORY = 'GET /api/locations/history/:userId';
const DAY = { blocks: [packFixes([{ at: NOW, latitude: 45, longitude: 13, accuracy: 8 }])] };
const isAway = () => Promise.reject(new RequestFailed(null));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Ana's store with a member's history open. @param stored what the device holds from before */
async function openedHistory(
  answer: () => unknown,
  { userId = 'ben', stored = new Map<string, string>() } = {},
) {
  const all = await signedInStore((fake: FakeServices) => {
    fake.answers[HISTORY] = answer;
    for (const [key, value] of stored) fake.stored.set(key, value);
  });
  all.store.dispatch(historyOpened({ userId }));
  await jest.advanceTimersByTimeAsync(2_000);
  return all;
}

/** What a device holds once Ben's day of today was loaded. */
async function afterLoading(): Promise<Map<string, string>> {
  const { fake } = await openedHistory(() => DAY);
  return new Map([...fake.stored].filter(([key]) => key.startsWith('lastDay')));
}

it('given no network after a reload, then the day that was loaded last is shown with its time', async () => {
  const { store, fake } = await openedHistory(isAway, { stored: await afterLoading() });
  expect([selectDay(store.getState())?.fixes.count, selectSavedAt(store.getState())]).toEqual([1, NOW]);
  fake.answers[HISTORY] = () => DAY;
  store.dispatch(connectionEstablished());
  await jest.advanceTimersByTimeAsync(2_000);
  expect([selectHistoryStatus(store.getState()), selectSavedAt(store.getState())]).toEqual(['ready', null]);
});

it('given another day is chosen, then the stored one is offered', async () => {
  const { store } = await openedHistory(isAway, { stored: await afterLoading() });
  store.dispatch(dayChosen({ date: '2026-04-30' }));
  await jest.advanceTimersByTimeAsync(2_000);
  expect([selectHistoryStatus(store.getState()), selectStored(store.getState())]).toEqual([
    'failed',
    { date: '2026-05-01', savedAt: NOW },
  ]);
});

it.each([
  ['another member’s day', { userId: 'ana' }, isAway],
  ['a server that refuses', {}, () => Promise.reject(new RequestFailed(404))],
])('given %s, then the stored day is not shown', async (_what, more, answer) => {
  const { store } = await openedHistory(answer, { stored: await afterLoading(), ...more });
  expect([selectHistoryStatus(store.getState()), selectStored(store.getState())]).toEqual(['failed', null]);
});

it('given a stored day that is damaged, then loading has failed', async () => {
  const damaged = { savedAt: NOW, userId: 'ben', date: '2026-05-01', blocks: [{ count: 3, times: 'C' }] };
  for (const text of ['{', JSON.stringify(damaged)]) {
    const { store } = await openedHistory(isAway, { stored: new Map([['lastDay:ana', text]]) });
    expect(selectHistoryStatus(store.getState())).toBe('failed');
  }
});

it('given a member who has left the family, then their stored day is not shown', async () => {
  const stored = await afterLoading();
  for (const [key, text] of stored) stored.set(key, text.replace('"userId":"ben"', '"userId":"zoe"'));
  const { store } = await openedHistory(isAway, { stored, userId: 'zoe' });
  expect(selectHistoryStatus(store.getState())).toBe('failed');
});

it('given the session ends, then nothing of the day stays on the device', async () => {
  const { store, fake } = await openedHistory(() => DAY);
  expect([...fake.stored.keys()]).toContain('lastDay:ana');
  store.dispatch(signOutRequested());
  await jest.advanceTimersByTimeAsync(2_000);
  expect([...fake.stored.keys()].filter((key) => key.startsWith('lastDay'))).toEqual([]);
});
