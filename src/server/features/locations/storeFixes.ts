import type { FixDetails, LocationRow } from '#server/db/schema';
import { groupBy } from '#server/groupBy';
import type { FixContext, LatestRow, LocationRepository } from './repository';
import { stayAfter } from './stay';
import type { FixOfWriter, PhoneDetails, UsedWrite } from './pendingWrites';

/** What became of the fixes of a batch. */
export interface StoredFixes {
  /** For each write its fixes that are newer than all stored before, as newest positions. */
  readonly newFixes: readonly (readonly LatestRow[])[];
  /** For each write its fixes that are older. */
  readonly lateFixes: readonly (readonly LocationRow[])[];
  /** For each write, how many of its fixes were stored before; known of phones only. */
  readonly repeats: readonly number[];
}

/** A less accurate fix of a phone does not take the place of a better one that is younger than this. */
const INACCURATE_M = 2_000;
const YOUNG_MS = 15 * 60_000;

/** Stores the fixes of a batch, and the newest of each person. */
export async function storeFixes(
  locations: LocationRepository,
  batch: readonly UsedWrite[],
  contexts: ReadonlyMap<string, FixContext>,
): Promise<StoredFixes> {
  // In the order of ids, so that two processes that write for the same members cannot deadlock.
  const members = [
    ...new Set(batch.filter(({ fixes }) => fixes.length > 0).map(({ write }) => write.userId)),
  ].toSorted();
  const repeats = await insertAll(locations, batch);
  const latest = new Map(members.map((userId) => [userId, contexts.get(userId)?.latest]));
  const candidates = batch.map(({ write, fixes }) => {
    const newer: LatestRow[] = [];
    const late: LocationRow[] = [];
    for (const fix of fixes) {
      const before = latest.get(write.userId);
      if (before && fix.recorded_at <= before.recorded_at) late.push(fix);
      else if (!before || !isMuchWorse(fix, before)) {
        const row = toLatest(before, fix);
        latest.set(write.userId, row);
        newer.push(row);
      }
    }
    return { newer, late };
  });
  // Also for those without a newer fix: it locks the person's row.
  const advanced = await locations.advanceLatest([...latest.values()].filter((row) => row !== undefined));
  const isNewest = ({ user_id }: LatestRow): boolean => advanced.has(user_id);
  return {
    newFixes: candidates.map(({ newer }) => newer.filter(isNewest)),
    lateFixes: candidates.map(({ newer, late }) => [...late, ...newer.filter((row) => !isNewest(row))]),
    repeats: batch.map(({ write, fixes }) => (write.isFromPhone ? countOf(repeats, fixes) : 0)),
  };
}

const keyOf = ({ user_id, recorded_at }: LocationRow): string => `${user_id} ${recorded_at}`;
const countOf = (repeats: ReadonlySet<string>, fixes: readonly FixOfWriter[]): number =>
  repeats.size === 0 ? 0 : fixes.filter((fix) => repeats.has(keyOf(fix))).length;

/** @returns the keys of the phones' fixes that were stored before */
async function insertAll(locations: LocationRepository, batch: readonly UsedWrite[]): Promise<Set<string>> {
  const all = batch.flatMap(({ fixes }) => fixes);
  const inOrder = [...groupBy(all, (fix) => fix.user_id)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, own]) => own);
  const plain = inOrder.filter(({ details }) => !details);
  if (plain.length > 0) await locations.insert(plain);
  const detailed = inOrder.flatMap((fix) => (fix.details ? rowOf(fix, fix.details) : []));
  if (detailed.length === 0) return new Set();
  const inserted = new Set(
    (await locations.insertDetailed(detailed)).map(({ userId, at }) => `${userId} ${at}`),
  );
  return new Set(detailed.map(keyOf).filter((key) => !inserted.has(key)));
}

/*
 * Rows are written key by key: to spread several objects into one takes 30 µs, and at 10,000 fixes a second a third of a
 * processor.
 */

const rowOf = (
  { user_id, recorded_at, latitude, longitude, accuracy }: FixOfWriter,
  { altitude, speed, course, battery, source, motion }: PhoneDetails,
): LocationRow & FixDetails => ({
  user_id,
  recorded_at,
  latitude,
  longitude,
  accuracy,
  altitude,
  speed,
  course,
  battery,
  source,
  motion,
});

function toLatest(before: LatestRow | undefined, fix: FixOfWriter): LatestRow {
  const { user_id, recorded_at, latitude, longitude, accuracy, details } = fix;
  const { battery, charging, battery_at } = powerAfter(before, fix);
  const { since, anchor_latitude, anchor_longitude, speed } = stayAfter(before, fix, details?.speed ?? null);
  return {
    user_id,
    recorded_at,
    latitude,
    longitude,
    accuracy,
    altitude: details?.altitude ?? null,
    speed,
    course: details?.course ?? null,
    battery,
    source: details?.source ?? null,
    motion: details?.motion ?? null,
    charging,
    battery_at,
    seen_at: details?.seen_at ?? null,
    since,
    anchor_latitude,
    anchor_longitude,
  };
}

/** A fix without a battery leaves the one that is known, and so does one that is older than a heartbeat with a battery. */
function powerAfter(
  before: LatestRow | undefined,
  { recorded_at, details }: FixOfWriter,
): Pick<LatestRow, 'battery' | 'charging' | 'battery_at'> {
  const { battery = null, battery_at = null, charging = null } = before ?? {};
  const known = { battery, charging, battery_at };
  if (!details || recorded_at < (battery_at ?? -Infinity)) return known;
  if (details.battery === null) return { ...known, charging: details.charging ?? charging };
  return { battery: details.battery, charging: details.charging, battery_at: recorded_at };
}

function isMuchWorse(fix: FixOfWriter, before: LatestRow): boolean {
  const { accuracy, recorded_at: at } = fix;
  if (!fix.details || accuracy === null || accuracy <= INACCURATE_M) return false;
  return at - before.recorded_at < YOUNG_MS && (before.accuracy ?? 0) < accuracy;
}
