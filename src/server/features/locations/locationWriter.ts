import type { Location } from '#contract/locations';
import { isStoreUnavailable } from '#server/db/errors';
import type { LocationRow } from '#server/db/schema';
import { groupBy } from '#server/groupBy';
import type { GeofenceEngine, GeofenceStores } from '#server/features/geofences/engine';
import { toLocation, toSample } from './mapper';
import type { LocationRepository } from './repository';
import type { DayTotalsRepository } from './timeline/repository';

/** What the transaction of a batch of fixes reads and writes. */
export interface LocationStores extends GeofenceStores {
  readonly locations: LocationRepository;
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
  /** Sends a member's new position to the members of the families. */
  publish(location: Location, familyIds: readonly string[], exceptSocketId: string | undefined): void;
}

/** The fixes of one request or socket event, all of one member, oldest first. */
interface PendingWrite {
  readonly fixes: readonly LocationRow[];
  readonly fromSocketId: string | undefined;
  resolve(): void;
  reject(error: unknown): void;
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

  return {
    /**
     * Stores the fixes of a member and resolves after the commit, once geofences are evaluated and the newest position
     * is published.
     * @param fixes oldest first, each time once
     * @param fromSocketId the socket that sent them; it does not receive the position
     */
    write(fixes: readonly LocationRow[], fromSocketId?: string): Promise<void> {
      return new Promise((resolve, reject) => {
        pending.push({ fixes, fromSocketId, resolve, reject });
        if (pending.length === 1) void processPending();
      });
    },
  };
}
export type LocationWriter = ReturnType<typeof createLocationWriter>;

/**
 * The way of every position through the server: store, evaluate, publish.
 * @param takeBatch called when the transaction begins, so that everything that waited for it is in the batch
 */
async function storeEvaluatePublish(
  { inTransaction, engine, publish, lateBefore }: LocationWriterDeps,
  takeBatch: () => readonly PendingWrite[],
): Promise<void> {
  const stored = await inTransaction(async (stores) => {
    const batch = takeBatch();
    const { newFixes, lateFixes } = await storeFixes(stores.locations, batch);
    await dropLateDays(stores.dayTotals, batch, lateBefore());
    const samples = newFixes.flat().map(toSample);
    const memberships = await engine.readMemberships(stores.geofences, samples);
    const evaluation = await stores.savepoint(() => engine.evaluate(stores, samples, memberships));
    return { batch, newFixes, lateFixes, samples, memberships, evaluation };
  });

  // Committed: fixes, containment states and alerts are on the disk.
  stored.memberships.saveToCache();
  for (const [index, { fromSocketId }] of stored.batch.entries()) {
    const newest = stored.newFixes[index]?.at(-1);
    if (newest) publish(toLocation(newest), stored.memberships.of(newest.user_id).familyIds, fromSocketId);
  }
  if (stored.evaluation.status === 'fulfilled') await engine.publish(stored.evaluation.value);
  else await engine.evaluateStored(stored.samples);
  await engine.evaluateLate(stored.lateFixes.map(toSample));
  for (const { resolve } of stored.batch) resolve();
}

/** A write that cannot be stored, because its member is deleted for example, must not fail the others of its batch. */
function processEachAlone(deps: LocationWriterDeps, batch: readonly PendingWrite[], error: unknown): void {
  const failsForAll = batch.length === 1 || isStoreUnavailable(error);
  for (const write of batch)
    if (failsForAll) write.reject(error);
    else storeEvaluatePublish(deps, () => [write]).catch(write.reject);
}

/** Drops the kept totals of days to which late fixes came. Follows the lock of `advanceLatest`, as `keep` does. */
async function dropLateDays(
  dayTotals: LocationStores['dayTotals'],
  batch: readonly PendingWrite[],
  before: number,
): Promise<void> {
  const late = batch.flatMap(({ fixes }) => fixes.filter(({ recorded_at: at }) => at < before));
  for (const [userId, fixes] of groupBy(late, (fix) => fix.user_id)) {
    const times = fixes.map(({ recorded_at: at }) => at);
    await dayTotals.dropTouching(userId, Math.min(...times), Math.max(...times));
  }
}

/** @returns for each write its fixes that are newer than all stored before; and the fixes of all writes that are not */
async function storeFixes(
  locations: LocationRepository,
  batch: readonly PendingWrite[],
): Promise<{ newFixes: LocationRow[][]; lateFixes: LocationRow[] }> {
  const fixes = batch.flatMap((write) => write.fixes);
  // In the order of ids, so that two processes that write for the same members cannot deadlock.
  const byMember = [...groupBy(fixes, (fix) => fix.user_id)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await locations.insert(byMember.flatMap(([, some]) => some));
  const withSeveral = byMember.filter(([, some]) => some.length > 1).map(([userId]) => userId);
  const latest = withSeveral.length > 0 ? await locations.latestAt(withSeveral) : new Map<string, number>();
  const newest = byMember.map(([, some]) => some.reduce((a, b) => (a.recorded_at < b.recorded_at ? b : a)));
  const advanced = await locations.advanceLatest(newest);
  const lateFixes: LocationRow[] = [];
  const newFixes = batch.map((write) =>
    write.fixes.filter((fix) => {
      const { user_id: userId, recorded_at: at } = fix;
      const isNew = advanced.has(userId) && at > (latest.get(userId) ?? -Infinity);
      if (isNew) latest.set(userId, at);
      else lateFixes.push(fix);
      return isNew;
    }),
  );
  return { newFixes, lateFixes };
}
