import type { OnceAlert } from '#contract/checkIns';
import type { Clock } from '#server/clock';
import type { OnceAlertRow } from '#server/db/schema';
import type { Visibility } from '#server/features/families/visibility';
import { requireSharedPlace, requireVisible } from '../preferences/requireVisible';
import type { OnceAlertRepository } from './repository';

/** Alerts that a viewer wants once: the next time that a person arrives at a place, or leaves it. */
export interface OnceAlertService {
  list(viewerId: string, personId: string): Promise<OnceAlert[]>;
  listAll(viewerId: string): Promise<(OnceAlert & { userId: string })[]>;
  /** @throws DomainError 404 for a person whom the viewer may not see, or a place of another family */
  add(viewerId: string, personId: string, wanted: OnceAlert): Promise<void>;
  remove(viewerId: string, personId: string, wanted: OnceAlert): Promise<void>;
}

/** What once alerts read and write. */
export interface OnceAlertStore {
  readonly once: OnceAlertRepository;
  readonly visibility: Visibility;
}

export interface OnceAlertDeps {
  readonly stored: OnceAlertStore;
  readonly clock: Clock;
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(work: (stored: OnceAlertStore) => Promise<Result>): Promise<Result>;
}

/** @see OnceAlertService */
export function onceAlertService({ stored, inTransaction, clock }: OnceAlertDeps): OnceAlertService {
  return {
    async list(viewerId, personId) {
      await requireVisible(stored.visibility, viewerId, personId);
      const rows = await stored.once.list(viewerId, personId);
      return rows.map(({ geofence_id, kind }) => ({ geofenceId: geofence_id, kind }));
    },
    async listAll(viewerId) {
      const rows = await stored.once.list(viewerId);
      return rows.map(({ person_id, geofence_id, kind }) => ({
        userId: person_id,
        geofenceId: geofence_id,
        kind,
      }));
    },
    async add(viewerId, personId, wanted) {
      await inTransaction(async (within) => {
        await requireVisible(within.visibility, viewerId, personId);
        await requireSharedPlace(within.visibility, { viewerId, personId, geofenceId: wanted.geofenceId });
        await within.once.add({ ...keyOf(viewerId, personId, wanted), created_at: clock.now() });
      });
    },
    async remove(viewerId, personId, wanted) {
      await inTransaction(({ once }) => once.remove(keyOf(viewerId, personId, wanted)));
    },
  };
}

const keyOf = (
  viewerId: string,
  personId: string,
  { geofenceId, kind }: OnceAlert,
): Omit<OnceAlertRow, 'created_at'> => ({
  viewer_id: viewerId,
  person_id: personId,
  geofence_id: geofenceId,
  kind,
});
