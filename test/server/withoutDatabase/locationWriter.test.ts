import {
  type LocationStores,
  type LocationWriterDeps,
  createLocationWriter,
} from '#server/features/locations/locationWriter';
import type { WriteCounts } from '#server/features/locations/pendingWrites';
import { inSavepoint } from '#server/db/savepoint';
import type { Queries } from '#server/db/schema';

const START = Date.UTC(2026, 4, 17);
let transactions = 0;
let published: number[] = [];
let lateUsers: string[] = [];
let evaluatedAgain = 0;
let fixes = 0;

interface Failures {
  /** The member whose fixes cannot be stored. */
  member?: string;
  evaluation?: boolean;
  /** Members of whom fixes are left to evaluate, until the promise resolves. */
  postponed?: readonly string[];
  postponedDone?: Promise<void>;
  /** How many of the first fixes are of past days. */
  lateFixes?: number;
}

/** A writer on a database in memory, for members of one family. */
function createWriter(failures: Failures = {}) {
  const latest = new Map<string, { user_id: string }>();
  const locations = {
    async insert(rows: readonly { user_id: string }[]) {
      if (rows.some((row) => row.user_id === failures.member)) throw new Error('no such member');
    },
    contextOf: async (ids: readonly string[]) =>
      ids.map((userId) => ({ userId, latest: latest.get(userId), source: undefined })),
    async advanceLatest(rows: readonly { user_id: string }[]) {
      for (const row of rows) latest.set(row.user_id, row);
      return new Set(rows.map((row) => row.user_id));
    },
  };
  const queries = { executeQuery: async () => undefined } as unknown as Queries;
  const dayTotals = { dropTouching: async () => undefined };
  const stores = {
    locations,
    dayTotals,
    savepoint: (work: () => Promise<unknown>) => inSavepoint(queries, work),
  };
  return createLocationWriter({
    async inTransaction(work: (stores: LocationStores) => Promise<unknown>) {
      transactions += 1;
      await new Promise(setImmediate);
      return work(stores as unknown as LocationStores);
    },
    engine: {
      readMemberships: async () => ({ saveToCache: () => undefined }),
      async evaluate() {
        if (failures.evaluation) throw new Error('evaluation failed');
        return { members: [], postponed: (failures.postponed ?? []).map((userId) => ({ userId })) };
      },
      publish: () => failures.postponedDone,
      evaluateStored: async () => void (evaluatedAgain += 1),
      evaluateLate: async () => undefined,
    },
    audiencesOf: async (_memberships: unknown, rows: readonly unknown[]) =>
      rows.map(() => ({ familyIds: ['home'] })),
    lateBefore: () => START + (failures.lateFixes ?? 0) + 1,
    noteLateDays: (userId: string) => lateUsers.push(userId),
    publish: ({ timestamp }: { timestamp: string }) => published.push(Date.parse(timestamp) - START),
    publishPresence: () => undefined,
  } as unknown as LocationWriterDeps);
}

function write(writer: ReturnType<typeof createWriter>, userId = 'ana', count = 1): Promise<WriteCounts> {
  const rows = Array.from({ length: count }, () => {
    fixes += 1;
    return { user_id: userId, recorded_at: START + fixes, latitude: 46, longitude: 14.5, accuracy: 8 };
  });
  return writer.write(rows);
}

beforeEach(() => {
  [transactions, published, lateUsers, evaluatedAgain, fixes] = [0, [], [], 0, 0];
});

it('given an idle server, when fixes come one after the other, then each is stored at once', async () => {
  const writer = createWriter();
  await write(writer);
  await write(writer);
  expect(transactions).toBe(2);
  expect(published).toEqual([1, 2]);
});

it('given a transaction about to begin, when more fixes come, then it stores all of them in order', async () => {
  const writer = createWriter();
  await Promise.all(Array.from({ length: 10 }, () => write(writer)));
  expect(transactions).toBe(1);
  expect(published).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

it('given a running transaction, when more fixes come, then the next one stores them', async () => {
  const writer = createWriter();
  const first = write(writer);
  await new Promise(setImmediate);
  await Promise.all([first, write(writer), write(writer)]);
  expect(transactions).toBe(2);
  expect(published).toEqual([1, 2, 3]);
});

it('given more fixes than fit into a transaction, then several transactions store them in order', async () => {
  const writer = createWriter();
  await Promise.all(Array.from({ length: 6 }, () => write(writer, 'ana', 200)));
  expect(transactions).toBe(3);
  expect(published).toEqual([200, 400, 600, 800, 1_000, 1_200]);
});

it('given one write that cannot be stored, then the others of its batch are stored', async () => {
  const writer = createWriter({ member: 'bo' });
  const outcomes = await Promise.allSettled([write(writer), write(writer, 'bo'), write(writer)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(published).toEqual([1, 3]);
});

it('given fixes of past days, when they are stored, then their people are noted, and no others', async () => {
  const writer = createWriter({ lateFixes: 1 });
  await Promise.all([write(writer, 'ana'), write(writer, 'cleo')]);
  expect(lateUsers).toEqual(['ana']);
});

it('given an evaluation that fails, then the fix is stored and published, and evaluated again', async () => {
  const writer = createWriter({ evaluation: true });
  await write(writer);
  expect(published).toEqual([1]);
  expect(evaluatedAgain).toBe(1);
});

it('given a member with fixes left to evaluate, then the others of the batch do not wait for that', async () => {
  let finish = (): void => undefined;
  const postponedDone = new Promise<void>((resolve) => (finish = resolve));
  const writer = createWriter({ postponed: ['mallory'], postponedDone });
  const order: string[] = [];
  const mallorys = write(writer, 'mallory', 100).then(() => order.push('mallory'));
  await write(writer, 'ana').then(() => order.push('ana'));
  finish();
  await mallorys;
  expect(order).toEqual(['ana', 'mallory']);
  expect(transactions).toBe(1);
});
