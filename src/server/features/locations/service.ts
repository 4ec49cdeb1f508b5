import { clampedTo } from './presence/service';
import { FUTURE_TOLERANCE_MS } from '#contract/limits';
import type { Location, LocationsStored, LocationUpdate } from '#contract/locations';
import { dayInTimeZone } from '#shared/days';
import { roundDegrees } from '#shared/geo';
import type { Clock } from '#server/clock';
import type { LocationRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import { eventLoopTurns, withPause } from '#server/eventLoopTurns';
import type { Visibility } from '#server/features/families/visibility';
import { downloadEnd, visiblePerson } from './downloads';
import { pagesBetween } from './fixPages';
import { type HistoryFormat, streamHistory } from './historyStream';
import type { LocationWriter } from './locationWriter';
import { toLocation } from './mapper';
import type { LocationRepository } from './repository';

/** The day of a member's history that is requested. */
export interface HistoryRequest {
  personId: string;
  /** YYYY-MM-DD. */
  date: string;
  /** IANA name of the zone in which the day begins and ends. */
  timeZone: string;
  format: HistoryFormat;
}

export interface LocationService {
  /**
   * Stores a position of the person and resolves after the commit. If it is their newest one, sends it to their families and
   * evaluates the geofences.
   * @param fromSocketId the socket that sent the position, which does not receive it
   * @returns whether it counts: not when it is too old to be kept, in a pause, nor while a phone with an app leads
   */
  record(userId: string, update: LocationUpdate, fromSocketId?: string): Promise<boolean>;
  /** The newest position of everyone in the viewer's families and of the viewer. */
  latestVisibleTo(viewerId: string): Promise<Location[]>;
  /**
   * Stores fixes that were taken while there was no network, in the order of their times. Sends only the newest to the
   * families.
   * @returns the number of fixes with different times that count, and of those that the retention time does not allow
   */
  recordAll(userId: string, updates: readonly LocationUpdate[]): Promise<LocationsStored>;
  /** @returns the JSON of a day, in pieces, read from the database as it is sent */
  history(viewerId: string, day: HistoryRequest): Promise<AsyncIterable<string>>;
  /** Deletes all positions of a person, some at a time, because millions at once would hold up everyone. */
  deleteAllOf(userId: string): Promise<void>;
  /** Deletes positions that are older than the retention time; in PostgreSQL, which drops whole days, up to a day later. */
  deleteExpired(): Promise<void>;
}

export interface LocationDeps {
  locations: LocationRepository;
  visibility: Visibility;
  /** Runs the work on a repository inside one transaction. */
  inTransaction<Result>(work: (locations: LocationRepository) => Promise<Result>): Promise<Result>;
  writer: LocationWriter;
  clock: Clock;
  retentionDays: number;
}

const DAY_MS = 24 * 3_600_000;

/** The rules of positions and their history. */
export function locationService(deps: LocationDeps): LocationService {
  const { locations, visibility, inTransaction, writer, clock } = deps;
  const retentionMs = deps.retentionDays * DAY_MS;
  const nextTurn = eventLoopTurns();
  return {
    async record(userId, update, fromSocketId) {
      const now = clock.now();
      const fix = toRow(userId, update, now);
      if (fix.recorded_at < now - retentionMs) return false;
      const origin = { fromSocketId, isPrimaryBrowser: update.isPrimary ?? false };
      return (await writer.write([fix], origin)).used > 0;
    },
    async recordAll(userId, updates) {
      const now = clock.now();
      const all = inTimeOrder(updates.map((update) => toRow(userId, update, now)));
      const fixes = all.filter(({ recorded_at: at }) => at >= now - retentionMs);
      const { used } = fixes.length > 0 ? await writer.write(fixes) : { used: 0 };
      const tooOld = all.length - fixes.length;
      return { stored: used, ...(tooOld > 0 && { tooOld }) };
    },
    async latestVisibleTo(viewerId) {
      const rows = await locations.latestVisibleTo(viewerId);
      const since = await visibility.visibleTo(
        viewerId,
        rows.map((row) => row.user_id),
      );
      return rows.map((row) => toLocation(clampedTo(since.get(row.user_id), row)));
    },
    async history(viewerId, { personId, date, timeZone, format }) {
      const { since, requireVisible } = await visiblePerson({ visibility, clock }, viewerId, personId);
      const { start, end: dayEnd } = dayInTimeZone(date, timeZone);
      const [from, end] = [Math.max(start, since), downloadEnd(dayEnd, clock.now())];
      const imports = await locations.importsTouching(personId, viewerId !== personId, { start: from, end });
      const importIds = imports.map(({ id }) => id);
      const withBattery = viewerId === personId;
      const wanted = { personId, importIds, from, end, withBattery, requireVisible };
      return streamHistory(pagesBetween(locations, nextTurn, wanted), format);
    },
    async deleteAllOf(userId) {
      do await nextTurn();
      while (await withPause(() => inTransaction((stored) => stored.deleteSome(userId))));
    },
    async deleteExpired() {
      const now = clock.now();
      const oldest = await locations.rotateDays(now, now - retentionMs);
      // One person at a time, so that a large clean-up never blocks other requests.
      for (const userId of await locations.peopleWithFixesBefore(oldest)) {
        await inTransaction((stored) => stored.deleteBefore(userId, oldest));
        await new Promise(setImmediate);
      }
    },
  };
}

/** A fix without a time, or from a clock that runs ahead, counts as now. */
function toRow(userId: string, update: LocationUpdate, now: number): LocationRow {
  const reportedAt = update.timestamp === undefined ? now : Date.parse(update.timestamp);
  if (Number.isNaN(reportedAt)) throw new DomainError('time_invalid');
  return {
    user_id: userId,
    recorded_at: reportedAt > now + FUTURE_TOLERANCE_MS ? now : reportedAt,
    latitude: roundDegrees(update.latitude),
    longitude: roundDegrees(update.longitude),
    accuracy: update.accuracy ?? null,
  };
}

/** Sorts fixes by time and keeps one for each time. */
function inTimeOrder(fixes: readonly LocationRow[]): LocationRow[] {
  const byTime = new Map(fixes.map((fix) => [fix.recorded_at, fix]));
  return [...byTime.values()].toSorted((a, b) => a.recorded_at - b.recorded_at);
}
