import { GEOFENCE_EVENTS_KEPT_MS } from '#contract/limits';
import type { Clock } from '#server/clock';
import type { GeofenceEventRepository } from './repository';

/** When members entered and left geofences. */
export interface GeofenceEventService {
  /** Deletes entries that are too old. */
  deleteExpired(): Promise<void>;
}

export interface GeofenceEventDeps {
  /** Runs the work on a repository inside one transaction. */
  inTransaction<Result>(work: (events: GeofenceEventRepository) => Promise<Result>): Promise<Result>;
  readonly clock: Clock;
}

/** @see GeofenceEventService */
export function geofenceEventService({ inTransaction, clock }: GeofenceEventDeps): GeofenceEventService {
  return {
    deleteExpired: () =>
      inTransaction((events) => events.deleteBefore(clock.now() - GEOFENCE_EVENTS_KEPT_MS)),
  };
}
