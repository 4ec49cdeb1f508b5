import * as fc from 'fast-check';
import { createLateFixes, type LateFixDeps } from '#server/features/geofences/lateFixes/lateFixes';
import {
  type FixReader,
  type Replayed,
  type ReplayedFence,
  replayFixes,
} from '#server/features/geofences/lateFixes/replay';
import {
  type FenceState,
  type LocationSample,
  UNKNOWN_STATE,
  evaluateFix,
  isTooInaccurate,
  withFixContext,
} from '#shared/geofences';

const at = (north: number, east: number) => ({
  latitude: 46 + north / 111_195,
  longitude: 14 + east / 77_000,
});
const FENCES: readonly ReplayedFence[] = [
  { ...at(0, 0), radius: 100, revision: 1, movedAt: null },
  { ...at(300, 0), radius: 50, revision: 3, movedAt: null },
  { ...at(-900, 200), radius: 600, revision: 2, movedAt: null },
];

/** What a server knows of a member: fixes, states and recorded crossings. */
interface Known {
  fixes: LocationSample[];
  states: FenceState[];
  /** `GEOFENCE TIME` → entered or exited. */
  events: Map<string, string>;
}

const nothing = (): Known => ({
  fixes: [],
  states: FENCES.map((): FenceState => UNKNOWN_STATE),
  events: new Map(),
});

function evaluateNew(known: Known, received: LocationSample): void {
  const before = known.fixes.filter((one) => !isTooInaccurate(one));
  known.fixes.push(received);
  const [fix = received] = withFixContext([received], before);
  for (const [index, fence] of FENCES.entries()) {
    const { state, event } = evaluateFix(known.states[index] ?? UNKNOWN_STATE, fix, fence);
    known.states[index] = state;
    if (event !== null) known.events.set(`${index} ${fix.at}`, event);
  }
}

const readerOf = ({ fixes }: Known): FixReader => ({
  before: async (moment, limit) => fixes.filter((fix) => fix.at < moment).slice(-limit),
  from: async (moment, limit) => fixes.filter((fix) => fix.at >= moment).slice(0, limit),
  newestAt: async () => fixes.at(-1)?.at ?? null,
});

function rewrite(
  known: Known,
  index: number,
  { crossings, from, until, state }: Replayed<ReplayedFence>,
): void {
  for (const key of known.events.keys()) {
    const [fence, time] = key.split(' ').map(Number) as [number, number];
    if (fence === index && time >= from && time <= until) known.events.delete(key);
  }
  for (const { at: time, event } of crossings)
    if (event !== null) known.events.set(`${index} ${time}`, event);
  if (until === Infinity) known.states[index] = state;
}

/** A batch arrives: what is newer than all before is evaluated as it comes, the rest as late. */
async function receive(known: Known, batch: readonly LocationSample[]): Promise<void> {
  const newest = known.fixes.at(-1)?.at ?? -Infinity;
  const late = batch.filter((fix) => fix.at < newest);
  for (const fix of batch.filter((one) => one.at > newest)) evaluateNew(known, fix);
  if (late.length === 0) return;
  known.fixes = [...known.fixes, ...late].toSorted((a, b) => a.at - b.at);
  const [first, last] = [late[0]?.at ?? 0, late.at(-1)?.at ?? 0];
  for (const [index, fence] of FENCES.entries())
    for (const replayed of await replayFixes(readerOf(known), [fence], { first, last }))
      rewrite(known, index, replayed);
}

const tracks = fc.record({
  steps: fc.array(
    fc.record({
      north: fc.constantFrom(0, 40, 80, 130, 200, 300, 340, 500, -400, -1_600, 6_000),
      east: fc.constantFrom(0, 30, 90),
      accuracy: fc.constantFrom(null, 5, 20, 45, 120, 300, 600),
      wait: fc.constantFrom(5_000, 15_000, 30_000, 600_000, 5 * 3_600_000, 26 * 3_600_000),
    }),
    { minLength: 2, maxLength: 60 },
  ),
  size: fc.integer({ min: 1, max: 12 }),
  order: fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 60, maxLength: 60 }),
});

it('given a track whose batches come in any order, then the same crossings are recorded as in order', async () => {
  await fc.assert(
    fc.asyncProperty(tracks, async ({ steps, size, order }) => {
      let time = 1_760_000_000_000;
      const fixes = steps.map(({ north, east, accuracy, wait }) => ({
        ...at(north, east),
        accuracy,
        at: (time += wait),
      }));
      const batches = Array.from({ length: Math.ceil(fixes.length / size) }, (_, index) =>
        fixes.slice(index * size, (index + 1) * size),
      );
      const inOrder = nothing();
      for (const batch of batches) await receive(inOrder, batch);
      const shuffled = nothing();
      const permuted = batches
        .map((batch, index) => ({ batch, rank: order[index] ?? 0 }))
        .toSorted((a, b) => a.rank - b.rank);
      for (const { batch } of permuted) await receive(shuffled, batch);
      expect(shuffled.events).toEqual(inOrder.events);
      expect(shuffled.states).toEqual(inOrder.states);
    }),
    { numRuns: 2_000 },
  );
});

/** Fixes in and out of many geofences at one place, and a reader of them that counts what it gives. */
function createFlood() {
  const fixes = Array.from({ length: 5_000 }, (_, index) => ({
    ...at(index % 2 === 0 ? 0 : 9_000, 0),
    accuracy: 8,
    at: 1_760_000_000_000 + index * 30_000,
  }));
  const fence: ReplayedFence = { ...at(0, 0), radius: 100, revision: 1, movedAt: null };
  const fences = Array.from({ length: 500 }, () => ({ ...fence }));
  const flood = { fixes, fences, read: 0, reader: readerOf({ ...nothing(), fixes }) };
  const { from } = flood.reader;
  flood.reader.from = async (...wanted) => {
    const page = await from(...wanted);
    flood.read += page.length;
    return page;
  };
  return flood;
}

it('given thousands of fixes across hundreds of geofences, then only a part is evaluated again', async () => {
  const flood = createFlood();
  const [first, last] = [flood.fixes[1_000]?.at ?? 0, flood.fixes.at(-1)?.at ?? 0];
  const replayed = await replayFixes(flood.reader, flood.fences, { first, last });
  expect(flood.read).toBeLessThanOrEqual(600);
  const end = first + (flood.read - 1) * 30_000;
  expect(new Set(replayed.map(({ until }) => until))).toEqual(new Set([end]));
  expect(replayed.every(({ crossings }) => crossings.length > 0)).toBe(true);
  expect(Math.max(...replayed.map(({ crossings }) => crossings.at(-1)?.at ?? 0))).toBeLessThanOrEqual(end);
});

it('given thousands of fixes across hundreds of geofences, then other requests run meanwhile', async () => {
  const flood = createFlood();
  let [turns, isOver] = [0, false];
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const [first, last] = [flood.fixes[1_000]?.at ?? 0, flood.fixes.at(-1)?.at ?? 0];
  await replayFixes(flood.reader, flood.fences, { first, last });
  isOver = true;
  // 300,000 evaluations after the first late fix, in steps of 4,000.
  expect(turns).toBeGreaterThan(70);
});

it('given late fixes with hours between them, then they are evaluated in a few transactions', async () => {
  let transactions = 0;
  const evaluateLate = createLateFixes({
    async inTransaction() {
      transactions += 1;
    },
  } as unknown as LateFixDeps);
  const late = (count: number) =>
    Array.from({ length: count }, (_, hour) => ({ userId: 'ana', at: hour * 2 * 3_600_000 }));
  await evaluateLate(late(10));
  expect(transactions).toBe(10);
  await evaluateLate(late(1_000));
  expect(transactions).toBe(11);
});
