import {
  type RecorderDeps,
  type StoredPositions,
  positionRecorder,
} from '#server/features/locations/locationWriter';

const START = Date.UTC(2026, 4, 17);
let transactions: number;
let published: number[];
let fixes: number;

/** A recorder on a store that takes everything, in a family without geofences. */
function aRecorder() {
  const locations = {
    insert: async () => undefined,
    latestAt: async () => new Map(),
    advanceLatest: async (some: readonly { user_id: string }[]) => new Set(some.map((fix) => fix.user_id)),
  };
  const reading = { of: () => ({ familyIds: ['home'] }), saveToCache: () => undefined };
  return positionRecorder({
    async inTransaction(work: (stored: StoredPositions) => Promise<unknown>) {
      transactions += 1;
      await new Promise(setImmediate);
      return work({ locations, attempt: (part: () => unknown) => part() } as unknown as StoredPositions);
    },
    engine: { memberships: { read: async () => reading }, evaluateWithin: async () => () => undefined },
    publish: ({ timestamp }: { timestamp: string }) => published.push(Date.parse(timestamp) - START),
  } as unknown as RecorderDeps);
}

function record(recorder: ReturnType<typeof aRecorder>, userId = 'ana'): Promise<void> {
  fixes += 1;
  const place = { latitude: 46, longitude: 14.5, accuracy: 8 };
  return recorder.record([{ user_id: userId, recorded_at: START + fixes, ...place }]);
}

const aTurn = (): Promise<void> => new Promise(setImmediate);

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  [transactions, published, fixes] = [0, [], 0];
});
afterEach(() => void jest.useRealTimers());

it('given hardly any fixes, when one comes after the other, then each is stored at once', async () => {
  const recorder = aRecorder();
  await record(recorder);
  await record(recorder);
  expect(transactions).toBe(2);
  expect(published).toEqual([1, 2]);
});

it('given many fixes, when more come in the milliseconds after, then these are stored together and published in order', async () => {
  const recorder = aRecorder();
  await Promise.all(Array.from({ length: 10 }, () => record(recorder)));
  expect(transactions).toBe(1);
  const more = [];
  for (let turn = 0; turn < 5; turn += 1) {
    more.push(record(recorder));
    await aTurn();
  }
  expect(transactions).toBe(1);
  jest.advanceTimersByTime(10);
  await Promise.all(more);
  expect(transactions).toBe(2);
  expect(published).toEqual(published.toSorted((a, b) => a - b));
  expect(published).toHaveLength(15);
});

it('given many fixes, when the next are as many as go together, then they wait for nothing', async () => {
  const recorder = aRecorder();
  await Promise.all(Array.from({ length: 10 }, () => record(recorder)));
  await Promise.all(Array.from({ length: 500 }, () => record(recorder)));
  expect(transactions).toBe(2);
});

it('given many fixes and then a pause, when one comes, then it is stored at once', async () => {
  const recorder = aRecorder();
  await Promise.all(Array.from({ length: 10 }, () => record(recorder)));
  jest.advanceTimersByTime(1_000);
  await record(recorder);
  expect(transactions).toBe(2);
});
