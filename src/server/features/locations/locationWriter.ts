import type { Location } from '#contract/locations';
import { isStoreUnavailable } from '#server/db/errors';
import { groupBy } from '#server/groupBy';
import type { MembershipReader } from '#server/features/geofences/membershipCache';
import type { GeofenceEngine, MemberSample, StoredGeofences } from '#server/features/geofences/engine';
import { asLocation } from './historyStream';
import type { Fix, LocationRepository } from './repository';

/** What is read and written when positions are stored, in one transaction. */
export interface StoredPositions extends StoredGeofences {
  readonly locations: LocationRepository;
  /** Runs a part of the work so that its failing undoes that part and nothing else. */
  attempt<Result>(work: () => Promise<Result>): Promise<Result>;
}

export interface RecorderDeps {
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(work: (stored: StoredPositions) => Promise<Result>): Promise<Result>;
  engine: GeofenceEngine;
  /** A person is somewhere new. */
  publish(location: Location, familyIds: readonly string[], exceptSocketId: string | undefined): void;
}

/** Fixes of one person that came together, oldest first. */
interface Entry {
  readonly fixes: readonly Fix[];
  readonly fromSocketId: string | undefined;
  done(): void;
  fail(error: unknown): void;
}

/** More in one transaction would make the first of them wait for long. */
const FIXES_AT_ONCE = 500;
/** A batch of so many fixes says that more are on their way. */
const MANY_FIXES = 4;
/** Then the next begins so much later, in milliseconds: what comes meanwhile costs no commit of its own. */
const GATHER_MS = 8;

/** What came of a batch, in its transaction. */
interface Outcome {
  /** For each entry the fixes that are newer than all before. */
  readonly news: readonly (readonly Fix[])[];
  readonly reading: MembershipReader;
  /** Undefined: the geofences could not be judged. */
  readonly tellCrossings: (() => void) | undefined;
}

/** What is stored together. */
interface Batch {
  readonly entries: Entry[];
  size: number;
  /** Set while it waits for more. */
  wait?: NodeJS.Timeout | undefined;
}

/**
 * Stores positions: all that come in one turn of the event loop in one piece of work of a few statements, because ten
 * statements for each would be the limit of the whole server. While there are many, those of a few milliseconds go
 * together (docs/decisions/group-commit.md). Told are people only after the commit.
 */
export function positionRecorder(deps: RecorderDeps) {
  let open: Batch | undefined;
  /** When the next batch may begin. */
  let notBefore = 0;

  function begin(): Batch {
    const batch: Batch = { entries: [], size: 0 };
    open = batch;
    const patience = notBefore - performance.now();
    if (patience > 0) batch.wait = setTimeout(() => start(batch), patience);
    else start(batch);
    return batch;
  }

  function start(batch: Batch): void {
    clearTimeout(batch.wait);
    batch.wait = undefined;
    store(batch).catch((error: unknown) => failEach(batch, error));
  }

  async function store(batch: Batch): Promise<void> {
    const outcome = await deps.inTransaction((stored) => {
      // From now on others begin a new one.
      if (open === batch) open = undefined;
      if (batch.size >= MANY_FIXES) notBefore = performance.now() + GATHER_MS;
      return storeAll(deps, stored, batch.entries);
    });
    outcome.reading.saveToCache();
    for (const [index, entry] of batch.entries.entries()) tellNewest(deps, entry, outcome, index);
    if (outcome.tellCrossings) outcome.tellCrossings();
    else await evaluateAgain(deps, outcome);
    for (const { done } of batch.entries) done();
  }

  /** One that cannot be stored, because its person is gone, say, takes no other along: each is tried alone. */
  function failEach(batch: Batch, error: unknown): void {
    if (open === batch) open = undefined;
    if (batch.entries.length === 1 || isStoreUnavailable(error)) {
      for (const { fail } of batch.entries) fail(error);
      return;
    }
    for (const entry of batch.entries)
      store({ entries: [entry], size: entry.fixes.length }).catch(entry.fail);
  }

  return {
    /**
     * Stores a person's fixes; resolves after the commit, once the geofences have been judged. If one is news, the others
     * are told of the newest.
     * @param fixes oldest first, each moment once
     * @param fromSocketId the socket that brought them, which is not told
     */
    record(fixes: readonly Fix[], fromSocketId?: string): Promise<void> {
      return new Promise((done, fail) => {
        const batch = open && open.size < FIXES_AT_ONCE ? open : begin();
        batch.entries.push({ fixes, fromSocketId, done, fail });
        batch.size += fixes.length;
        // What is full waits for nothing, so batches begin in the order in which they were filled.
        if (batch.wait !== undefined && batch.size >= FIXES_AT_ONCE) start(batch);
      });
    },
  };
}
export type PositionRecorder = ReturnType<typeof positionRecorder>;

async function storeAll(
  { engine }: RecorderDeps,
  stored: StoredPositions,
  entries: readonly Entry[],
): Promise<Outcome> {
  const news = await storeFixes(stored.locations, entries);
  const newsOfAll = news.flat();
  const people = [...new Set(newsOfAll.map((fix) => fix.user_id))];
  const reading = await engine.memberships.read(stored.geofences, people);
  if (newsOfAll.length === 0) return { news, reading, tellCrossings: () => undefined };
  const tellCrossings = await stored
    .attempt(() => engine.evaluateWithin(stored, newsOfAll.map(asJudged), reading))
    // Tried again after the commit, person by person.
    .catch(() => undefined);
  return { news, reading, tellCrossings };
}

/** What is stored is acknowledged whatever becomes of the geofences. */
async function evaluateAgain({ engine }: RecorderDeps, { news }: Outcome): Promise<void> {
  const byPerson = groupBy(news.flat().map(asJudged), ({ userId }) => userId);
  await Promise.all([...byPerson.values()].map((fixes) => engine.evaluate(fixes)));
}

/** @returns for each entry the fixes that are newer than all before */
async function storeFixes(locations: LocationRepository, entries: readonly Entry[]): Promise<Fix[][]> {
  // In the order of their ids, so that two processes never wait for each other crosswise.
  const byPerson = [
    ...groupBy(
      entries.flatMap(({ fixes }) => fixes),
      (fix) => fix.user_id,
    ),
  ].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await locations.insert(byPerson.flatMap(([, fixes]) => fixes));
  const several = byPerson.filter(([, fixes]) => fixes.length > 1).map(([userId]) => userId);
  const latest = several.length > 0 ? await locations.latestAt(several) : new Map<string, number>();
  const newest = byPerson.map(([, fixes]) => fixes.reduce((a, b) => (a.recorded_at < b.recorded_at ? b : a)));
  const advanced = await locations.advanceLatest(newest);
  return entries.map(({ fixes }) =>
    fixes.filter((fix) => {
      const { user_id: userId, recorded_at: at } = fix;
      const isNews = advanced.has(userId) && at > (latest.get(userId) ?? -Infinity);
      if (isNews) latest.set(userId, at);
      return isNews;
    }),
  );
}

function tellNewest(
  { publish }: RecorderDeps,
  entry: Entry,
  { news, reading }: Outcome,
  index: number,
): void {
  const newest = news[index]?.at(-1);
  if (!newest) return;
  const { familyIds } = reading.of(newest.user_id);
  publish(asLocation(newest), familyIds, entry.fromSocketId);
}

function asJudged({ user_id: userId, recorded_at: at, latitude, longitude, accuracy }: Fix): MemberSample {
  return { userId, latitude, longitude, accuracy, at };
}
