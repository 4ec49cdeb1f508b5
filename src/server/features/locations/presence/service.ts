import type { Presence } from '#contract/phones';
import { groupBy } from '#server/groupBy';
import type { Publisher } from '#server/publisher';
import { throttlePerKey } from '#server/throttlePerKey';
import type { Visibility } from '#server/features/families/visibility';
import { knownPower } from '../mapper';
import type { LatestRow, LocationRepository } from '../repository';
import type { PlaceOfMember, PresenceRepository } from './repository';

/** Where members are, since when, and how their phones are. */
export interface PresenceService {
  /** Of the viewer and of everyone whom the viewer may see. */
  listFor(viewerId: string): Promise<Presence[]>;
  /** Sends the newest state soon to those who may see a person, and to the person's own devices. Never throws. */
  publish(userId: string): void;
}

export interface PresenceDeps {
  readonly locations: Pick<LocationRepository, 'latestVisibleTo' | 'latestOf'>;
  readonly places: PresenceRepository;
  readonly visibility: Visibility;
  readonly publisher: Publisher;
  onError(error: unknown): void;
}

/** A member who drives begins a new stay every few seconds. */
const PUBLISH_EVERY_MS = 2_000;

/** @see PresenceService */
export function presenceService({
  locations,
  places,
  visibility,
  publisher,
  onError,
}: PresenceDeps): PresenceService {
  async function read(userId: string) {
    const [latest] = await locations.latestOf([userId]);
    if (!latest) return undefined;
    const viewers = await visibility.viewersOf(userId);
    // Memberships work both ways: from when the person sees them, they see the person.
    const since = await visibility.visibleTo(userId, [...viewers.keys()]);
    // The person's own families hold all places that anyone may see them in.
    return { latest, viewers, since, own: await places.placesVisibleTo(userId, userId) };
  }

  async function publish(userId: string): Promise<void> {
    const known = await publisher.readAudience(() => read(userId));
    if (!known) return;
    const { latest, viewers, since, own } = known;
    const seenBy = [...viewers].filter(
      ([viewerId]) => latest.recorded_at >= (since.get(viewerId) ?? Infinity),
    );
    const placesFor = (familyIds: readonly string[]): PlaceOfMember[] =>
      own.filter(({ familyId }) => familyIds.includes(familyId));
    const presences = groupBy(
      seenBy.map(([viewerId, familyIds]) => ({
        viewerId,
        presence: toPresence(clampedTo(since.get(viewerId), latest), placesFor(familyIds)),
      })),
      ({ presence }) => JSON.stringify(presence),
    );
    for (const audience of presences.values())
      for (const { presence } of audience.slice(0, 1))
        publisher.presenceChanged(
          audience.map(({ viewerId }) => viewerId),
          presence,
        );
    publisher.presenceChanged([userId], toPresence(latest, own));
  }

  return {
    async listFor(viewerId) {
      const latest = await locations.latestVisibleTo(viewerId);
      const since = await visibility.visibleTo(
        viewerId,
        latest.map((row) => row.user_id),
      );
      // The smallest place of each comes first.
      const inPlaces = groupBy(await places.placesVisibleTo(viewerId), ({ userId }) => userId);
      return latest.map((row) =>
        toPresence(clampedTo(since.get(row.user_id), row), inPlaces.get(row.user_id) ?? []),
      );
    },
    publish: throttlePerKey((userId) => void publish(userId).catch(onError), PUBLISH_EVERY_MS),
  };
}

/** A stay as a viewer may know it: not from before the two shared a family. @param since when they began to */
export const clampedTo = (since = -Infinity, row: LatestRow): LatestRow =>
  row.since === null ? row : { ...row, since: Math.max(row.since, since) };

const isoOrNull = (moment: number | null): string | null =>
  moment === null ? null : new Date(moment).toISOString();

/** @param places that the person is in, the smallest first */
function toPresence(row: LatestRow, places: readonly PlaceOfMember[]): Presence {
  const place = places.find((one) => !isBeingLeft(one, row));
  return {
    userId: row.user_id,
    place: place ? { id: place.id, name: place.name } : null,
    since: isoOrNull(row.since),
    speed: row.speed,
    ...knownPower(row),
    lastHeardAt: isoOrNull(Math.max(row.seen_at ?? row.recorded_at, row.recorded_at)),
  };
}

/**
 * Whether the person's stay began outside the place, by a fix that another one has to confirm. A fix beside the edge begins
 * no stay, so that bad reception does not move anyone out.
 */
const isBeingLeft = ({ changeSince }: PlaceOfMember, { since }: LatestRow): boolean =>
  changeSince !== null && since !== null && since >= changeSince;
