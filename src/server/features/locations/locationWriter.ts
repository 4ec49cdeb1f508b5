import type { Location } from '#contract/locations';
import { isStoreUnavailable } from '#server/db/errors';
import type { LocationRow } from '#server/db/schema';
import { groupBy } from '#server/groupBy';
import type { Audience } from '#server/publisher';
import type {
  Evaluation,
  GeofenceEngine,
  GeofenceStores,
  MemberSample,
} from '#server/features/geofences/engine';
import type { Memberships, ReadMemberships } from '#server/features/geofences/membershipCache';
import { type RequestCrossings, requestCrossings } from '#server/features/geofences/requestCrossings';
import { toLocation, toSample } from './mapper';
import type { FixContext, LocationRepository } from './repository';
import type { SourceRepository } from './sources/repository';
import type {
  FixOfWriter,
  FixOrigin,
  PendingWrite,
  StoredWrite,
  UsedWrite,
  WriteCounts,
} from './pendingWrites';
import { presenceNews } from './presence/news';
import { storeFixes } from './storeFixes';
import type { DayTotalsRepository } from './timeline/repository';
import { usedFixes } from './usedFixes';
import { partsOf, storeParts } from './writeParts';

/** What the transaction of a batch of fixes reads and writes. */
export interface LocationStores extends GeofenceStores {
  readonly locations: LocationRepository;
  readonly sources: SourceRepository;
  readonly dayTotals: Pick<DayTotalsRepository, 'dropTouching'>;
  /** Runs work that can fail alone: its writes are undone, the rest of the transaction stays. */
  savepoint<Result>(work: () => Promise<Result>): Promise<PromiseSettledResult<Result>>;
}

export interface LocationWriterDeps {
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(work: (stores: LocationStores) => Promise<Result>): Promise<Result>;
  engine: GeofenceEngine;
  /** The moment before which a fix may belong to a day whose totals are kept. */
  lateBefore(): number;
  /** Who may see these positions, which a transaction with these memberships has stored. */
  audiencesOf(memberships: ReadMemberships, fixes: readonly LocationRow[]): Audience[] | Promise<Audience[]>;
  /** Sends a member's new position. */
  publish(location: Location, audience: Audience, exceptSocketId: string | undefined): void;
  /** Takes a member who has entered or left a place, begun another stay, or begun or ended a move. */
  publishPresence(userId: string): void;
  /** Takes a member of whose past days kept totals may have been dropped. */
  noteLateDays(userId: string): void;
}

/** More would delay the first fixes of a batch noticeably. */
const MAX_FIXES_PER_BATCH = 500;

/**
 * Stores fixes. Those that wait for the next transaction are stored by the same few statements, because ten statements
 * for each fix would limit the whole server (docs/decisions/group-commit.md).
 */
export function createLocationWriter(deps: LocationWriterDeps) {
  const pending: PendingWrite[] = [];

  async function processPending(): Promise<void> {
    let batch: readonly PendingWrite[] | undefined;
    // A transaction may run its work twice; the batch stays the same.
    const takeBatch = (): readonly PendingWrite[] => (batch ??= takePending());
    await storeEvaluatePublish(deps, takeBatch).catch((error: unknown) =>
      processEachAlone(deps, takeBatch(), error),
    );
  }

  function takePending(): PendingWrite[] {
    let size = 0;
    const end = pending.findIndex(
      ({ fixes }, index) => (size += fixes.length) > MAX_FIXES_PER_BATCH && index > 0,
    );
    const batch = pending.splice(0, end < 0 ? pending.length : end);
    if (pending.length > 0) void processPending();
    return batch;
  }

  function store(fixes: readonly FixOfWriter[], origin: FixOrigin, isPart: boolean): Promise<StoredWrite> {
    const { fromSocketId, isPrimaryBrowser = false, isFromPhone = false } = origin;
    const userId = fixes[0]?.user_id ?? '';
    return new Promise((resolve, reject) => {
      pending.push({ userId, fixes, fromSocketId, isPrimaryBrowser, isFromPhone, isPart, resolve, reject });
      if (pending.length === 1) void processPending();
    });
  }

  async function storeInParts(parts: FixOfWriter[][], origin: FixOrigin): Promise<WriteCounts> {
    const { stored, error } = await storeParts(
      parts,
      (part) => store(part, origin, true),
      origin.requireUsed,
    );
    const samples = samplesOf(origin, stored.newFixes);
    // Also what came before an error: the phone may not send it again.
    await deps.engine.evaluateStored(samples);
    await deps.engine.evaluateLate(stored.lateFixes.map(toSample));
    for (const userId of new Set(samples.map((sample) => sample.userId))) deps.publishPresence(userId);
    if (error !== undefined) throw error;
    return stored;
  }

  return {
    /**
     * Stores the fixes of a member and resolves after the commit, once geofences are evaluated and the newest position
     * is published.
     * @param fixes oldest first, each time once; at least one
     */
    write(fixes: readonly FixOfWriter[], origin: FixOrigin = {}): Promise<WriteCounts> {
      const parts = partsOf(fixes);
      return parts.length > 1 ? storeInParts(parts, origin) : store(fixes, origin, false);
    },
  };
}
export type LocationWriter = ReturnType<typeof createLocationWriter>;

/** What a transaction has stored. */
interface StoredBatch {
  readonly batch: readonly UsedWrite[];
  readonly samples: readonly MemberSample[];
  /** The fixes of each write that are newer than what was known. */
  readonly newFixes: readonly (readonly LocationRow[])[];
  readonly lateFixes: readonly (readonly LocationRow[])[];
  readonly memberships: Memberships;
  readonly evaluation: PromiseSettledResult<Evaluation>;
}

/**
 * The way of every position through the server: store, evaluate, publish.
 * @param takeBatch called when the transaction begins, so that everything that waited for it is in the batch
 */
async function storeEvaluatePublish(
  deps: LocationWriterDeps,
  takeBatch: () => readonly PendingWrite[],
): Promise<void> {
  const { inTransaction, engine, publishPresence, lateBefore, noteLateDays } = deps;
  const stored = await inTransaction(async (stores) => {
    const contexts = await readContexts(stores.locations, takeBatch());
    const batch = await usedFixes(stores.sources, takeBatch(), contexts);
    const fixes = await storeFixes(stores.locations, batch, contexts);
    const lateUsers = await dropLateDays(stores.dayTotals, batch, lateBefore());
    const samplesOfEach = batch.map(({ write }, index) => samplesOf(write, fixes.newFixes[index] ?? []));
    const memberships = await engine.readMemberships(stores.geofences, samplesOfEach.flat());
    const samples = samplesOfEach.flatMap((own, index) => (batch[index]?.write.isPart ? [] : own));
    const evaluation = await stores.savepoint(() => engine.evaluate(stores, samples, memberships));
    return { ...fixes, batch, contexts, samples, memberships, evaluation, lateUsers };
  });

  // Committed: fixes, containment states and alerts are on the disk.
  stored.memberships.saveToCache();
  for (const userId of stored.lateUsers) noteLateDays(userId);
  const sent = publishNewest(deps, stored);
  for (const userId of presenceNews(stored)) publishPresence(userId);
  const settle = ({ write, fixes }: UsedWrite, index: number): void => {
    const counts = {
      used: fixes.length,
      repeats: stored.repeats[index] ?? 0,
      newFixes: stored.newFixes[index] ?? [],
      lateFixes: stored.lateFixes[index] ?? [],
    };
    void sent.then(() => write.resolve(counts), write.reject);
  };
  await evaluateRest(deps, stored, settle);
  stored.batch.forEach(settle);
}

/** Sends the newest position of each write that has one to those who may see it. */
async function publishNewest(
  { audiencesOf, publish }: LocationWriterDeps,
  stored: StoredBatch,
): Promise<void> {
  const moved = stored.batch.flatMap(({ write }, index) => {
    const fix = stored.newFixes[index]?.at(-1);
    return fix ? [{ write, fix }] : [];
  });
  if (moved.length === 0) return;
  const found = audiencesOf(
    stored.memberships,
    moved.map(({ fix }) => fix),
  );
  const audiences = found instanceof Promise ? await found : found;
  for (const [index, { write, fix }] of moved.entries()) {
    const audience = audiences[index];
    // Everyone gets the same, and some may have joined after the stay began: `presence:changed` says since when.
    if (audience) publish(toLocation({ ...fix, since: null }), audience, write.fromSocketId);
  }
}

/** Evaluates what the transaction has not. Those of whom nothing is left need not wait for what may be the flood of another. */
async function evaluateRest(
  { engine, publishPresence }: LocationWriterDeps,
  { batch, samples, lateFixes, evaluation }: StoredBatch,
  settle: (used: UsedWrite, index: number) => void,
): Promise<void> {
  const isDone = evaluation.status === 'fulfilled';
  const published = isDone ? engine.publish(evaluation.value) : engine.evaluateStored(samples);
  const late = lateFixes.flatMap((own, index) => (batch[index]?.write.isPart ? [] : own.map(toSample)));
  const left = isDone ? evaluation.value.postponed : samples;
  const waiting = new Set([...left, ...late].map(({ userId }) => userId));
  for (const [index, used] of batch.entries()) if (!waiting.has(used.write.userId)) settle(used, index);
  await published;
  // Their crossings were not known before.
  for (const userId of new Set(left.map((sample) => sample.userId))) publishPresence(userId);
  await engine.evaluateLate(late);
}

async function readContexts(
  locations: LocationRepository,
  batch: readonly PendingWrite[],
): Promise<Map<string, FixContext>> {
  const rows = await locations.contextOf([...new Set(batch.map(({ userId }) => userId))]);
  return new Map(rows.map((row) => [row.userId, row]));
}

/** The new fixes of a write for the geofences, which announce only the last crossing of what a phone sends at once. */
function samplesOf({ isFromPhone }: FixOrigin, rows: readonly LocationRow[]) {
  const request: RequestCrossings | undefined = isFromPhone ? requestCrossings() : undefined;
  return rows.map((row) => (request ? { ...toSample(row), request } : toSample(row)));
}

/** A write that cannot be stored, because its member is deleted for example, must not fail the others of its batch. */
function processEachAlone(deps: LocationWriterDeps, batch: readonly PendingWrite[], error: unknown): void {
  const failsForAll = batch.length === 1 || isStoreUnavailable(error);
  for (const write of batch)
    if (failsForAll) write.reject(error);
    else storeEvaluatePublish(deps, () => [write]).catch(write.reject);
}

/** Drops the kept totals of days to which late fixes came. Follows the lock of `advanceLatest`, as `keep` does. @returns whose */
async function dropLateDays(
  dayTotals: LocationStores['dayTotals'],
  batch: readonly UsedWrite[],
  before: number,
): Promise<string[]> {
  const late = batch.flatMap(({ fixes }) => fixes.filter(({ recorded_at: at }) => at < before));
  const lateOf = groupBy(late, (fix) => fix.user_id);
  for (const [userId, fixes] of lateOf) {
    const times = fixes.map(({ recorded_at: at }) => at);
    await dayTotals.dropTouching(userId, Math.min(...times), Math.max(...times));
  }
  return [...lateOf.keys()];
}
