import { groupBy } from '#server/groupBy';
import { type FenceTracker, type ContainmentState, createFenceTracker } from './fenceTracker';
import type { GeofenceRepository, WatchedGeofence } from './repository';

/** A person's families, and where they are in respect of the geofences of these. */
export interface MembershipSnapshot {
  readonly familyIds: readonly string[];
  /** Undefined: not read yet. */
  readonly fences: FenceTracker<WatchedGeofence> | undefined;
  /** Time of the judgement that the fences' states come from, null before the first; undefined: not known to be so. */
  evaluatedAt: number | null | undefined;
}

/** People's circles as one transaction sees them. */
export interface MembershipReader {
  of(userId: string): MembershipSnapshot;
  /** Reads people's geofences and where they are in respect of these: they are not in memory, or not as in the store. */
  readFences(userIds: readonly string[]): Promise<void>;
  /** Keeps what was read. For after the commit, because a transaction also sees what may be rolled back. */
  saveToCache(): void;
}

/** People whose circles are kept in memory: a few kilobytes each. */
const MAX_CACHED_PEOPLE = 20_000;

/**
 * Keeps circles in memory for as long as the store's number of changes stays the same. The number is read in every
 * transaction, so that no process ever tells a family that somebody has left, or judges a geofence that is gone.
 */
export function createMembershipCache() {
  let cached = new Map<string, MembershipSnapshot>();
  let cachedRevision: number | undefined;
  return {
    /** Reads the circles of people in a transaction. */
    async read(geofences: GeofenceRepository, userIds: readonly string[]): Promise<MembershipReader> {
      const revision = await geofences.membershipRevision();
      const known = revision === cachedRevision ? cached : new Map<string, MembershipSnapshot>();
      const fresh = await withoutFences(
        geofences,
        userIds.filter((userId) => !known.has(userId)),
      );
      const of = (userId: string): MembershipSnapshot =>
        fresh.get(userId) ?? known.get(userId) ?? EMPTY_SNAPSHOT;
      return {
        of,
        async readFences(some) {
          const watched = groupBy(await geofences.watchedOf(some), ({ userId }) => userId);
          for (const userId of some) {
            const fences = createFenceTracker((watched.get(userId) ?? []).map(asTracked));
            fresh.set(userId, { familyIds: of(userId).familyIds, fences, evaluatedAt: undefined });
          }
        },
        saveToCache() {
          if (cachedRevision !== undefined && revision < cachedRevision) return;
          if (revision !== cachedRevision || cached.size + fresh.size > MAX_CACHED_PEOPLE) cached = new Map();
          cachedRevision = revision;
          for (const [userId, snapshot] of fresh) cached.set(userId, snapshot);
        },
      };
    },
    /** Forgets a person whose circle may be out of step. */
    forget: (userId: string): void => void cached.delete(userId),
  };
}
export type MembershipCache = ReturnType<typeof createMembershipCache>;

/** Of somebody who has no account any more. */
const EMPTY_SNAPSHOT: MembershipSnapshot = {
  familyIds: [],
  fences: createFenceTracker([]),
  evaluatedAt: undefined,
};

async function withoutFences(
  geofences: GeofenceRepository,
  userIds: readonly string[],
): Promise<Map<string, MembershipSnapshot>> {
  if (userIds.length === 0) return new Map();
  const families = groupBy(await geofences.familiesOf(userIds), ({ userId }) => userId);
  return new Map(
    userIds.map((userId) => {
      const familyIds = (families.get(userId) ?? []).map(({ familyId }) => familyId);
      return [userId, { familyIds, fences: undefined, evaluatedAt: undefined }];
    }),
  );
}

function asTracked(fence: WatchedGeofence): { fence: WatchedGeofence; state: ContainmentState | undefined } {
  const { containment, changeSince, evaluatedRevision: revision } = fence;
  return {
    fence,
    state: containment === null || revision === null ? undefined : { containment, changeSince, revision },
  };
}
