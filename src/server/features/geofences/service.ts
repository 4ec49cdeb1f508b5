import type * as z from 'zod/mini';
import {
  type CreateGeofenceInput,
  type Geofence,
  PlaceKind,
  type UpdateGeofenceInput,
} from '#contract/geofences';
import { GEOFENCES_PER_FAMILY } from '#contract/limits';
import type { GeofenceRow } from '#server/db/schema';
import { roundDegrees } from '#shared/geo';
import type { Clock, Ids } from '#server/clock';
import type { Publisher } from '#server/publisher';
import { DomainError } from '#server/domainError';
import { eventLoopTurns, withPause } from '#server/eventLoopTurns';
import { fairTurns } from '#server/fairTurns';
import type { ActivityRepository, GeofenceActivity } from '#server/features/families/activity/repository';
import type { Visibility } from '#server/features/families/visibility';
import type { GeofenceChange, GeofenceRepository, StoredGeofence } from './repository';
import { readPolygon, storedPolygon } from './polygons';
import { seedStates } from './seedStates';
import { readSchedule, storedSchedule } from './schedules';

type NewGeofence = z.output<typeof CreateGeofenceInput>;
type ChangedGeofence = z.output<typeof UpdateGeofenceInput>;

export interface GeofenceService {
  /** Of all the person's families, oldest first, in parts that are read from the database as they are sent. */
  list(userId: string): Promise<AsyncIterable<readonly Geofence[]>>;
  create(userId: string, geofence: NewGeofence): Promise<Geofence>;
  change(userId: string, id: string, fields: ChangedGeofence): Promise<Geofence>;
  remove(userId: string, id: string): Promise<void>;
}

/** What changes of geofences read and write. */
interface GeofenceStore {
  readonly geofences: GeofenceRepository;
  readonly visibility: Visibility;
  readonly activity: Pick<ActivityRepository, 'record'>;
}

export interface GeofenceDeps {
  geofences: GeofenceRepository;
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(work: (stored: GeofenceStore) => Promise<Result>): Promise<Result>;
  publisher: Pick<Publisher, 'geofencesChanged'>;
  clock: Clock;
  ids: Ids;
}

/** With the most corners a part takes some milliseconds. */
const READ_AT_ONCE = 25;
/** Changes that are made at the same time, of all families. More would keep new connections waiting for seconds. */
const CHANGES_AT_ONCE = 2;

/** The rules of geofences: every member of a family may see, create, change and delete all its geofences. */
export function geofenceService({
  geofences,
  inTransaction,
  publisher,
  clock,
  ids,
}: GeofenceDeps): GeofenceService {
  const inTurn = fairTurns(CHANGES_AT_ONCE);
  /** Stores the changes in the user's turn, then publishes them to the family. */
  async function changeAndPublish(
    userId: string,
    work: (stored: GeofenceStore) => Promise<StoredGeofence>,
  ): Promise<StoredGeofence> {
    const geofence = await inTurn(userId, () => withPause(() => inTransaction(work)));
    publisher.geofencesChanged(geofence.family_id);
    return geofence;
  }
  return {
    list: listInParts(geofences),
    async create(userId, given) {
      const geofence = await changeAndPublish(userId, async (stored) => {
        if (!(await stored.visibility.isMember(given.familyId, userId)))
          throw new DomainError('family_not_found');
        if ((await stored.geofences.countOf(given.familyId)) >= GEOFENCES_PER_FAMILY)
          throw new DomainError('geofence_limit');
        const created = newGeofence(userId, given, ids.next(), clock.now());
        await stored.geofences.insert(created);
        await record(stored, created, userId, { change: 'created' });
        await seedStates(stored.geofences, created, { changedBy: userId, now: clock.now() });
        return created;
      });
      return toGeofence(geofence);
    },
    async change(userId, id, fields) {
      const geofence = await changeAndPublish(userId, async (stored) => {
        const before = await findVisible(stored, userId, id);
        const change = changeOf(before, fields, { moved_by: userId, moved_at: clock.now() });
        await stored.geofences.change(id, change);
        if (change.moved_by !== undefined) await record(stored, before, userId, { change: 'moved' });
        const after = { ...before, ...change };
        if (after.revision !== before.revision)
          await seedStates(stored.geofences, after, { changedBy: userId, now: clock.now() });
        if (after.name !== before.name)
          await record(stored, after, userId, { change: 'renamed', earlierName: before.name });
        return after;
      });
      return toGeofence(geofence);
    },
    async remove(userId, id) {
      await changeAndPublish(userId, async (stored) => {
        const geofence = await findVisible(stored, userId, id);
        await stored.geofences.remove(id);
        await record(stored, geofence, userId, { change: 'deleted' });
        return geofence;
      });
    },
  };
}

async function findVisible(stored: GeofenceStore, userId: string, id: string): Promise<StoredGeofence> {
  const geofence = await stored.geofences.findVisibleTo(userId, id);
  if (!geofence) throw new DomainError('geofence_not_found');
  return geofence;
}

function listInParts(geofences: GeofenceRepository): GeofenceService['list'] {
  const nextTurn = eventLoopTurns();
  async function* read(userId: string, ids: readonly string[]): AsyncGenerator<Geofence[]> {
    for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
      // A thousand polygons take tenths of a second; then other requests run. Few geofences wait for nothing.
      if (ids.length > READ_AT_ONCE) await nextTurn();
      const rows = await geofences.someVisibleTo(userId, ids.slice(from, from + READ_AT_ONCE));
      yield rows.map(toGeofence);
    }
  }
  return async (userId) => read(userId, await geofences.idsVisibleTo(userId));
}

function record(
  { activity }: GeofenceStore,
  { id: geofenceId, family_id: familyId, name: geofenceName }: StoredGeofence,
  userId: string,
  change: GeofenceActivity,
): Promise<void> {
  return activity.record({ kind: 'place', familyId, userId, geofenceId, geofenceName, ...change });
}

function newGeofence(userId: string, given: NewGeofence, id: string, now: number): StoredGeofence {
  return {
    id,
    family_id: given.familyId,
    name: given.name,
    latitude: roundDegrees(given.latitude),
    longitude: roundDegrees(given.longitude),
    radius: given.radius,
    revision: 1,
    notify_entry: (given.notifyEntry ?? true) ? 1 : 0,
    notify_exit: (given.notifyExit ?? true) ? 1 : 0,
    created_by: userId,
    moved_by: null,
    moved_at: null,
    created_at: now,
    schedule: storedSchedule(given.schedule ?? null),
    polygon: null,
    place_kind: given.kind ?? null,
    ...(given.polygon && storedPolygon(given.polygon)),
  };
}

/**
 * The columns to update. Clients send all fields back, but only another area increases the revision, which makes
 * the members' states unknown: a new name must not suppress an arrival.
 */
function changeOf(
  before: StoredGeofence,
  fields: ChangedGeofence,
  move: Pick<GeofenceRow, 'moved_by' | 'moved_at'>,
): GeofenceChange {
  const area = areaAfter(before, fields);
  const hasMoved = (Object.keys(area) as (keyof typeof area)[]).some((key) => area[key] !== before[key]);
  return {
    ...(fields.name === undefined ? {} : { name: fields.name }),
    ...(fields.notifyEntry === undefined ? {} : { notify_entry: fields.notifyEntry ? 1 : 0 }),
    ...(fields.notifyExit === undefined ? {} : { notify_exit: fields.notifyExit ? 1 : 0 }),
    ...(fields.schedule === undefined ? {} : { schedule: storedSchedule(fields.schedule) }),
    ...(fields.kind === undefined ? {} : { place_kind: fields.kind }),
    ...(hasMoved ? { ...area, revision: before.revision + 1, ...move } : {}),
  };
}

/** Ignores a polygon that is sent back unchanged, so that clients which do not know polygons can move and resize places. */
function areaAfter(
  before: StoredGeofence,
  {
    latitude = before.latitude,
    longitude = before.longitude,
    radius = before.radius,
    polygon,
  }: ChangedGeofence,
): Pick<StoredGeofence, 'latitude' | 'longitude' | 'radius' | 'polygon'> {
  const wanted = polygon ? storedPolygon(polygon) : undefined;
  if (wanted && wanted.polygon !== before.polygon) return wanted;
  const circle = { latitude: roundDegrees(latitude), longitude: roundDegrees(longitude), radius };
  const isSameCircle =
    circle.latitude === before.latitude && circle.longitude === before.longitude && radius === before.radius;
  return { ...circle, polygon: isSameCircle && polygon !== null ? before.polygon : null };
}

function toGeofence(geofence: StoredGeofence): Geofence {
  return {
    id: geofence.id,
    familyId: geofence.family_id,
    name: geofence.name,
    latitude: geofence.latitude,
    longitude: geofence.longitude,
    radius: geofence.radius,
    notifyEntry: geofence.notify_entry === 1,
    notifyExit: geofence.notify_exit === 1,
    createdAt: new Date(geofence.created_at).toISOString(),
    createdBy: geofence.created_by,
    ...(geofence.schedule !== null && { schedule: readSchedule(geofence.schedule) }),
    ...(geofence.polygon !== null && { polygon: readPolygon(geofence.polygon) }),
    ...(geofence.place_kind !== null && { kind: PlaceKind.parse(geofence.place_kind) }),
    ...(geofence.moved_at === null
      ? {}
      : { movedBy: geofence.moved_by, movedAt: new Date(geofence.moved_at).toISOString() }),
  };
}
