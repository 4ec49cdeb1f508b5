import { FUTURE_TOLERANCE_MS } from '../../../contract/limits';
import type { HistoryEntry, Location, LocationUpdate } from '../../../contract/locations';
import { dayInTimeZone } from '../../../shared/days';
import { roundedDegrees } from '../../../shared/geo';
import type { Clock } from '../../clock';
import type { Realtime } from '../../realtime';
import { Refusal } from '../../refusal';
import type { Fix, LocationRepository } from './repository';

export interface LocationService {
  /**
   * Stores where the person is; resolves after the commit. If it is news, everyone in their families is told, and the
   * geofences are looked at.
   * @param fromSocketId the socket that brought it, which is not told
   */
  record(userId: string, update: LocationUpdate, fromSocketId?: string): Promise<void>;
  /** The newest position of everyone in the viewer's families and of the viewer. */
  around(viewerId: string): Promise<Location[]>;
  /** @param timeZone IANA name; whose day `date` (YYYY-MM-DD) is */
  history(viewerId: string, personId: string, date: string, timeZone: string): Promise<HistoryEntry[]>;
  /** Deletes what is older than the retention time. */
  forgetOld(): Promise<void>;
}

export interface LocationDeps {
  locations: LocationRepository;
  /** Runs the work on a repository inside one transaction. */
  inTransaction<Result>(work: (locations: LocationRepository) => Promise<Result>): Promise<Result>;
  realtime: Realtime;
  /** Looks at the geofences. Never rejects: what is stored is acknowledged whatever becomes of them. */
  judge(fix: {
    userId: string;
    latitude: number;
    longitude: number;
    accuracy: number | null;
    at: number;
  }): Promise<void>;
  clock: Clock;
  retentionDays: number;
}

const DAY_MS = 24 * 3_600_000;
/** A fix every 4.3 s for a whole day; a route of more points looks the same on any screen. */
export const HISTORY_MAX_ENTRIES = 20_000;

/** The rules of where people are and were. */
export function locationService(deps: LocationDeps): LocationService {
  const { locations, inTransaction, realtime, judge, clock } = deps;
  return {
    async record(userId, update, fromSocketId) {
      const fix = asStored(userId, update, clock.now());
      const { isNews, familyIds } = await inTransaction(async (stored) => {
        await stored.insert(fix);
        return { isNews: await stored.advanceLatest(fix), familyIds: await stored.familyIdsOf(userId) };
      });
      if (!isNews) return;
      realtime.locationUpdated(asLocation(fix), familyIds, fromSocketId);
      const { latitude, longitude, accuracy, recorded_at: at } = fix;
      await judge({ userId, latitude, longitude, accuracy, at });
    },
    async around(viewerId) {
      return (await locations.latestAround(viewerId)).map(asLocation);
    },
    async history(viewerId, personId, date, timeZone) {
      // Nobody sees where somebody was before the two had a family in common.
      const since = viewerId === personId ? -Infinity : await locations.togetherSince(viewerId, personId);
      if (since === undefined) throw new Refusal(404, 'This person was not found');
      const { start, end } = dayInTimeZone(date, timeZone);
      const fixes = await locations.between(personId, Math.max(start, since), end, HISTORY_MAX_ENTRIES);
      return fixes.map(asHistoryEntry);
    },
    async forgetOld() {
      const oldest = clock.now() - deps.retentionDays * DAY_MS;
      // One person at a time, so that a large clean-up never holds everybody up.
      for (const userId of await locations.peopleWithFixesBefore(oldest)) {
        await inTransaction((stored) => stored.forgetBefore(userId, oldest));
        await new Promise(setImmediate);
      }
    },
  };
}

/** A fix without a time, or from a clock that runs ahead, counts as now. */
function asStored(userId: string, update: LocationUpdate, now: number): Fix {
  const claimed = update.timestamp === undefined ? now : Date.parse(update.timestamp);
  if (Number.isNaN(claimed)) throw new Refusal(400, 'The time must be an ISO 8601 UTC time');
  return {
    user_id: userId,
    recorded_at: claimed > now + FUTURE_TOLERANCE_MS ? now : claimed,
    latitude: roundedDegrees(update.latitude),
    longitude: roundedDegrees(update.longitude),
    accuracy: update.accuracy ?? null,
  };
}

function asHistoryEntry({ latitude, longitude, accuracy, recorded_at: recordedAt }: Fix): HistoryEntry {
  return { latitude, longitude, accuracy, timestamp: new Date(recordedAt).toISOString() };
}

function asLocation(fix: Fix): Location {
  return { userId: fix.user_id, ...asHistoryEntry(fix) };
}
