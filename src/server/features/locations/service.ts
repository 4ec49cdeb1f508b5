import { FUTURE_TOLERANCE_MS } from '#contract/limits';
import type { Location, LocationUpdate } from '#contract/locations';
import { dayInTimeZone } from '#shared/days';
import type { TrackPoint } from '#shared/historyCodec';
import { roundDegrees } from '#shared/geo';
import type { Clock } from '#server/clock';
import type { LocationRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import type { Visibility } from '#server/features/families/visibility';
import { type HistoryFormat, streamHistory } from './historyStream';
import type { LocationWriter } from './locationWriter';
import { toLocation } from './mapper';
import type { LocationRepository } from './repository';

/** A day of one member. */
export interface HistoryRequest {
  personId: string;
  /** YYYY-MM-DD. */
  date: string;
  /** IANA name; whose day it is. */
  timeZone: string;
  format: HistoryFormat;
}

export interface LocationService {
  /**
   * Stores where the person is; resolves after the commit. If it is news, everyone in their families is told, and the
   * geofences are looked at.
   * @param fromSocketId the socket that brought it, which is not told
   */
  record(userId: string, update: LocationUpdate, fromSocketId?: string): Promise<void>;
  /** The newest position of everyone in the viewer's families and of the viewer. */
  around(viewerId: string): Promise<Location[]>;
  /**
   * Stores fixes that were taken while there was no network, as if they had come one by one in the order of their times;
   * the others are told of the newest only.
   * @returns how many different moments there are in the store now
   */
  recordAll(userId: string, updates: readonly LocationUpdate[]): Promise<number>;
  /** @returns the JSON of a day, in pieces, read from the store as it is sent */
  history(viewerId: string, day: HistoryRequest): Promise<AsyncIterable<string>>;
  /** Deletes what is older than the retention time; where days are dropped whole, up to a day later. */
  forgetOld(): Promise<void>;
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
/** Fixes that are read and written in one go: a few milliseconds, then other requests run. */
const PAGE_FIXES = 2_000;

/** The rules of where people are and were. */
export function locationService(deps: LocationDeps): LocationService {
  const { locations, visibility, inTransaction, writer, clock } = deps;
  return {
    record(userId, update, fromSocketId) {
      return writer.write([asStored(userId, update, clock.now())], fromSocketId);
    },
    async recordAll(userId, updates) {
      const now = clock.now();
      const fixes = inTimeOrder(updates.map((update) => asStored(userId, update, now)));
      if (fixes.length > 0) await writer.write(fixes);
      return fixes.length;
    },
    async around(viewerId) {
      return (await locations.latestVisibleTo(viewerId)).map(toLocation);
    },
    async history(viewerId, { personId, date, timeZone, format }) {
      const since = (await visibility.visibleTo(viewerId, [personId])).get(personId);
      if (since === undefined) throw new DomainError('user_not_found');
      const { start, end } = dayInTimeZone(date, timeZone);
      return streamHistory(pagesBetween(locations, personId, Math.max(start, since), end), format);
    },
    async forgetOld() {
      const now = clock.now();
      const oldest = await locations.turnDays(now, now - deps.retentionDays * DAY_MS);
      // One person at a time, so that a large clean-up never blocks other requests.
      for (const userId of await locations.peopleWithFixesBefore(oldest)) {
        await inTransaction((stored) => stored.forgetBefore(userId, oldest));
        await new Promise(setImmediate);
      }
    },
  };
}

/** A fix without a time, or from a clock that runs ahead, counts as now. */
function asStored(userId: string, update: LocationUpdate, now: number): LocationRow {
  const claimed = update.timestamp === undefined ? now : Date.parse(update.timestamp);
  if (Number.isNaN(claimed)) throw new DomainError('time_invalid');
  return {
    user_id: userId,
    recorded_at: claimed > now + FUTURE_TOLERANCE_MS ? now : claimed,
    latitude: roundDegrees(update.latitude),
    longitude: roundDegrees(update.longitude),
    accuracy: update.accuracy ?? null,
  };
}

/** Each moment once. */
function inTimeOrder(fixes: readonly LocationRow[]): LocationRow[] {
  const byTime = new Map(fixes.map((fix) => [fix.recorded_at, fix]));
  return [...byTime.values()].toSorted((a, b) => a.recorded_at - b.recorded_at);
}

/** A person's fixes from `start` to before `end`, page by page. */
async function* pagesBetween(
  locations: LocationRepository,
  userId: string,
  start: number,
  end: number,
): AsyncGenerator<readonly TrackPoint[]> {
  for (let from = start; ;) {
    const page = await locations.between(userId, from, end, PAGE_FIXES);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_FIXES) return;
    from = last.at + 1;
    await new Promise(setImmediate);
  }
}
