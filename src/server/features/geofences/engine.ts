import {
  type FenceEvent,
  type FenceState,
  type JudgedFix,
  UNKNOWN_STATE,
  judge,
  judgesNothing,
  staysOutside,
} from '../../../shared/geofences';
import type { Clock, Ids } from '../../clock';
import type { AlertDelivery } from '../alerts/delivery';
import type { AlertRepository, KeptAlert } from '../alerts/repository';
import type { GeofenceRepository, WatchedGeofence } from './repository';

/** A stored fix of a person. */
export type PersonsFix = JudgedFix & { readonly userId: string };

export interface GeofenceEngine {
  /**
   * Judges a stored fix against the geofences of all the person's families and tells those concerned. Resolves when the
   * alerts are stored. Never rejects: a position must not fail because of a geofence.
   */
  judge(fix: PersonsFix): Promise<void>;
}

export interface EngineDeps {
  geofences: GeofenceRepository;
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(
    work: (stored: { geofences: GeofenceRepository; alerts: AlertRepository }) => Promise<Result>,
  ): Promise<Result>;
  delivery: AlertDelivery;
  clock: Clock;
  ids: Ids;
  /** Gets what went wrong. */
  onFault(error: unknown): void;
}

/** The store may be busy with another process; the next fix would judge too, but perhaps there is none for hours. */
const ATTEMPTS = 3;

/**
 * @see GeofenceEngine
 *
 * States and alerts change in one transaction of their own, after the fix's: a geofence never costs a position, and a
 * change of place without its alerts, or the other way round, does not exist. The transaction starts by moving the time
 * of the person's last judged fix forwards by compare-and-set. That row is the lock: of two processes with the same
 * fix one gets nothing, with different ones the later waits and goes on from the earlier's states.
 */
export function geofenceEngine(deps: EngineDeps): GeofenceEngine {
  const { geofences, inTransaction, delivery, clock, onFault } = deps;
  const serially = oneAfterTheOther();

  async function judgeStored(fix: PersonsFix): Promise<void> {
    if (!(await geofences.isWatched(fix.userId))) return;
    const kept = await inTransaction(async (stored) => {
      const claimed = await stored.geofences.claim(fix.userId, fix.at);
      if (!claimed) return [];
      const alerts: KeptAlert[] = [];
      for (const geofence of await stored.geofences.watchedOf(fix.userId)) {
        const event = await judgeOne(stored.geofences, fix, geofence, claimed.before);
        if (event !== null && isTold(event, geofence))
          alerts.push(...(await alertsFor(deps.ids, stored.geofences, event, fix, geofence)));
      }
      await stored.alerts.insert(alerts, clock.now());
      return alerts;
    });
    delivery.send(kept);
  }

  async function patiently(fix: PersonsFix): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await judgeStored(fix);
      } catch (error) {
        if (attempt >= ATTEMPTS) throw error;
      }
    }
  }

  return {
    async judge(fix) {
      if (judgesNothing(fix)) return;
      await serially(fix.userId, () => patiently(fix)).catch(onFault);
    },
  };
}

/** Judges and saves what has changed. Most fixes change nothing for most geofences. */
async function judgeOne(
  geofences: GeofenceRepository,
  fix: PersonsFix,
  geofence: WatchedGeofence,
  judgedAt: number | null,
): Promise<FenceEvent | null> {
  const { place, changeSince, judgedRevision: revision } = geofence;
  const before: FenceState =
    place === null || revision === null ? UNKNOWN_STATE : { place, changeSince, judgedAt, revision };
  // The time of the judgement is the person's, not the geofence's; `claim` has saved it.
  if (staysOutside(before, fix, geofence)) return null;
  const { state: after, event } = judge(before, fix, geofence);
  const isSame =
    after.place === before.place &&
    after.changeSince === before.changeSince &&
    after.revision === before.revision;
  if (!isSame && after.place !== 'unknown') {
    await geofences.saveState({
      user_id: fix.userId,
      family_id: geofence.familyId,
      geofence_id: geofence.id,
      place: after.place,
      change_since: after.changeSince,
      revision: after.revision,
    });
  }
  return event;
}

function isTold(event: FenceEvent, { notifyEntry, notifyExit }: WatchedGeofence): boolean {
  return (event === 'entered' ? notifyEntry : notifyExit) === 1;
}

/** One alert for each of the geofence's family but the person themselves. */
async function alertsFor(
  ids: Ids,
  geofences: GeofenceRepository,
  event: FenceEvent,
  fix: PersonsFix,
  geofence: WatchedGeofence,
): Promise<KeptAlert[]> {
  const payload = {
    userId: fix.userId,
    geofenceName: geofence.name,
    timestamp: new Date(fix.at).toISOString(),
    geofenceId: geofence.id,
    familyId: geofence.familyId,
  };
  const recipients = await geofences.othersIn(geofence.familyId, fix.userId);
  return recipients.map((recipientId) => ({
    id: ids.next(),
    recipientId,
    aboutId: fix.userId,
    familyIds: [geofence.familyId],
    event: `geofence:${event}`,
    payload,
  }));
}

/** Runs work of one key in the order in which it came; other keys do not wait. */
function oneAfterTheOther(): (key: string, work: () => Promise<void>) => Promise<void> {
  const last = new Map<string, Promise<void>>();
  return (key, work) => {
    const before = last.get(key);
    const mine = before ? before.then(work, work) : work();
    last.set(key, mine);
    const forget = (): void => {
      if (last.get(key) === mine) last.delete(key);
    };
    mine.then(forget, forget);
    return mine;
  };
}
