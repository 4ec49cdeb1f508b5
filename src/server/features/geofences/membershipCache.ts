import { groupBy } from '#server/groupBy';
import { type FenceTracker, type ContainmentState, createFenceTracker } from './fenceTracker';
import type { GeofenceRepository, WatchedGeofence } from './repository';

/** A member's families and geofences, with the containment state for each geofence. */
export interface MembershipSnapshot {
  readonly familyIds: readonly string[];
  /** When the newest member of these families joined, in epoch milliseconds: everyone may see positions from then on. */
  readonly completeSince: number;
  /** Undefined: not read yet. */
  readonly fences: FenceTracker<WatchedGeofence> | undefined;
  /** Time of the last fix in the states of `fences`; null: there was none; undefined: not known. */
  evaluatedAt: number | null | undefined;
  /** How often late fixes had changed the states when `fences` was read; undefined: not known. */
  replays: number | undefined;
}

/** The snapshots of some members at one moment. */
export interface ReadMemberships {
  /** How often memberships and geofences had changed when these were read. */
  readonly revision: number;
  of(userId: string): MembershipSnapshot;
}

/** The same as one transaction sees them. */
export interface Memberships extends ReadMemberships {
  /** Reads geofences and states from the database, because the cache has none or stale ones. */
  readFences(userIds: readonly string[]): Promise<void>;
  /** Keeps what was read. Call it after the commit: a transaction also sees what may be rolled back. */
  saveToCache(): void;
}

/** A few kilobytes each. */
const MAX_CACHED_MEMBERS = 20_000;

/**
 * Keeps snapshots in memory while the database's membership revision stays the same. Every transaction reads the revision,
 * so no process publishes to a family that a member has left, or evaluates a deleted geofence.
 */
export function createMembershipCache() {
  let cached = new Map<string, MembershipSnapshot>();
  let cachedRevision: number | undefined;
  return {
    /** Reads snapshots inside a transaction. */
    async read(geofences: GeofenceRepository, userIds: readonly string[]): Promise<Memberships> {
      const revision = await geofences.membershipRevision();
      const known =
        revision === cachedRevision ? only(cached, userIds) : new Map<string, MembershipSnapshot>();
      const fresh = await readFamilies(
        geofences,
        userIds.filter((userId) => !known.has(userId)),
      );
      const of = (userId: string): MembershipSnapshot =>
        fresh.get(userId) ?? known.get(userId) ?? EMPTY_SNAPSHOT;
      return {
        revision,
        of,
        async readFences(some) {
          const watched = groupBy(await geofences.watchedOf(some), ({ userId }) => userId);
          for (const userId of some) {
            const fences = createFenceTracker((watched.get(userId) ?? []).map(toTracked));
            fresh.set(userId, { ...of(userId), fences, evaluatedAt: undefined, replays: undefined });
          }
        },
        saveToCache() {
          if (cachedRevision !== undefined && revision < cachedRevision) return;
          if (revision !== cachedRevision || cached.size + fresh.size > MAX_CACHED_MEMBERS)
            cached = new Map();
          cachedRevision = revision;
          for (const [userId, snapshot] of fresh) cached.set(userId, snapshot);
        },
      };
    },
    /** Drops the snapshot of a member that may be stale. */
    forget: (userId: string): void => void cached.delete(userId),
  };
}

/**
 * The same later, without families that a member has left meanwhile: PostgreSQL runs transactions side by side.
 * @param geofences outside the transaction
 */
export async function readRemaining(
  geofences: GeofenceRepository,
  { revision: before, of }: ReadMemberships,
  userIds: readonly string[],
): Promise<ReadMemberships> {
  // Read first: a change during the next statement is seen the next time.
  const revision = await geofences.membershipRevision();
  if (revision === before) return { revision, of };
  const now = await readFamilies(geofences, userIds);
  return {
    revision,
    of(userId) {
      const { familyIds = [], completeSince = 0 } = now.get(userId) ?? {};
      const earlier = of(userId);
      return {
        ...earlier,
        familyIds: earlier.familyIds.filter((id) => familyIds.includes(id)),
        completeSince,
      };
    },
  };
}

/** A copy, because other transactions change the cache. */
function only(snapshots: ReadonlyMap<string, MembershipSnapshot>, userIds: readonly string[]) {
  const some = new Map<string, MembershipSnapshot>();
  for (const userId of userIds) {
    const snapshot = snapshots.get(userId);
    if (snapshot) some.set(userId, snapshot);
  }
  return some;
}

/** For a user whose account is deleted. */
const EMPTY_SNAPSHOT: MembershipSnapshot = {
  familyIds: [],
  completeSince: 0,
  fences: createFenceTracker([]),
  evaluatedAt: undefined,
  replays: undefined,
};

async function readFamilies(
  geofences: GeofenceRepository,
  userIds: readonly string[],
): Promise<Map<string, MembershipSnapshot>> {
  if (userIds.length === 0) return new Map();
  const families = groupBy(await geofences.familiesOf(userIds), ({ userId }) => userId);
  return new Map(
    userIds.map((userId) => {
      const own = families.get(userId) ?? [];
      const familyIds = own.map(({ familyId }) => familyId);
      const completeSince = Math.max(0, ...own.map((family) => family.completeSince));
      return [userId, { ...EMPTY_SNAPSHOT, familyIds, completeSince, fences: undefined }];
    }),
  );
}

function toTracked(fence: WatchedGeofence): { fence: WatchedGeofence; state: ContainmentState | undefined } {
  const { containment, changeSince, evaluatedRevision: revision } = fence;
  return {
    fence,
    state: containment === null || revision === null ? undefined : { containment, changeSince, revision },
  };
}
