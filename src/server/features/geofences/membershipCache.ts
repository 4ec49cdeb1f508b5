import { grouped } from '#server/groupBy';
import { type FollowedFences, type Settled, followedFences } from './fenceTracker';
import type { GeofenceRepository, WatchedGeofence } from './repository';

/** A person's families, and where they are in respect of the geofences of these. */
export interface Circle {
  readonly familyIds: readonly string[];
  /** Undefined: not read yet. */
  readonly fences: FollowedFences<WatchedGeofence> | undefined;
  /** Time of the judgement that the fences' states come from, null before the first; undefined: not known to be so. */
  judgedAt: number | null | undefined;
}

/** People's circles as one transaction sees them. */
export interface CircleReading {
  of(userId: string): Circle;
  /** Reads people's geofences and where they are in respect of these: they are not in memory, or not as in the store. */
  readFences(userIds: readonly string[]): Promise<void>;
  /** Keeps what was read. For after the commit, because a transaction also sees what may be rolled back. */
  keep(): void;
}

/** People whose circles are kept in memory: a few kilobytes each. */
const PEOPLE_KEPT = 20_000;

/**
 * Keeps circles in memory for as long as the store's number of changes stays the same. The number is read in every
 * transaction, so that no process ever tells a family that somebody has left, or judges a geofence that is gone.
 */
export function circleMemory() {
  let kept = new Map<string, Circle>();
  let keptRevision: number | undefined;
  return {
    /** Reads the circles of people in a transaction. */
    async read(geofences: GeofenceRepository, userIds: readonly string[]): Promise<CircleReading> {
      const revision = await geofences.circleRevision();
      const known = revision === keptRevision ? kept : new Map<string, Circle>();
      const fresh = await withoutFences(
        geofences,
        userIds.filter((userId) => !known.has(userId)),
      );
      const of = (userId: string): Circle => fresh.get(userId) ?? known.get(userId) ?? NOBODYS;
      return {
        of,
        async readFences(some) {
          const watched = grouped(await geofences.watchedOf(some), ({ userId }) => userId);
          for (const userId of some) {
            const fences = followedFences((watched.get(userId) ?? []).map(asFollowed));
            fresh.set(userId, { familyIds: of(userId).familyIds, fences, judgedAt: undefined });
          }
        },
        keep() {
          if (keptRevision !== undefined && revision < keptRevision) return;
          if (revision !== keptRevision || kept.size + fresh.size > PEOPLE_KEPT) kept = new Map();
          keptRevision = revision;
          for (const [userId, circle] of fresh) kept.set(userId, circle);
        },
      };
    },
    /** Forgets a person whose circle may be out of step. */
    forget: (userId: string): void => void kept.delete(userId),
  };
}
export type CircleMemory = ReturnType<typeof circleMemory>;

/** Of somebody who has no account any more. */
const NOBODYS: Circle = { familyIds: [], fences: followedFences([]), judgedAt: undefined };

async function withoutFences(
  geofences: GeofenceRepository,
  userIds: readonly string[],
): Promise<Map<string, Circle>> {
  if (userIds.length === 0) return new Map();
  const families = grouped(await geofences.familiesOf(userIds), ({ userId }) => userId);
  return new Map(
    userIds.map((userId) => {
      const familyIds = (families.get(userId) ?? []).map(({ familyId }) => familyId);
      return [userId, { familyIds, fences: undefined, judgedAt: undefined }];
    }),
  );
}

function asFollowed(fence: WatchedGeofence): { fence: WatchedGeofence; state: Settled | undefined } {
  const { place, changeSince, judgedRevision: revision } = fence;
  return { fence, state: place === null || revision === null ? undefined : { place, changeSince, revision } };
}
