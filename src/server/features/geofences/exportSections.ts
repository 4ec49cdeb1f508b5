import { type ExportSection, iso, section } from '#server/exportSection';
import { membershipsOf } from '#server/features/families/visibility';

/** The geofences that a person made, and where the person is in respect of geofences. */
export const GEOFENCE_SECTIONS: readonly ExportSection[] = [
  section('geofences', ['geofences'], async (db, userId) => {
    const rows = await db
      .selectFrom('geofences')
      // Other members may have changed what a former member created.
      .innerJoin(membershipsOf(db, [userId]).as('mine'), 'mine.family_id', 'geofences.family_id')
      .select(['name', 'latitude', 'longitude', 'radius', 'polygon', 'schedule', 'place_kind', 'created_at'])
      .where('created_by', '=', userId)
      .orderBy('created_at')
      .execute();
    return rows.map(({ created_at, schedule, polygon, place_kind, ...geofence }) => ({
      ...geofence,
      ...(place_kind === null ? {} : { kind: place_kind }),
      ...(polygon === null ? {} : { polygon: JSON.parse(polygon) as unknown }),
      ...(schedule === null ? {} : { schedule: JSON.parse(schedule) as unknown }),
      createdAt: iso(created_at),
    }));
  }),
  section('placesInRespectOfGeofences', ['geofence_states', 'geofence_watches'], async (db, userId) => {
    const rows = await db
      .selectFrom('geofence_states')
      .innerJoin('geofences', 'geofences.id', 'geofence_states.geofence_id')
      .leftJoin('geofence_watches', 'geofence_watches.user_id', 'geofence_states.user_id')
      .select(['geofences.name', 'containment', 'evaluated_at'])
      .where('geofence_states.user_id', '=', userId)
      .execute();
    return rows.map(({ name, containment, evaluated_at }) => ({
      geofence: name,
      containment,
      evaluatedAt: evaluated_at === null ? null : iso(evaluated_at),
    }));
  }),
  section('arrivalsAndDepartures', ['geofence_events'], async (db, userId) => {
    const rows = await db
      .selectFrom('geofence_events')
      .innerJoin('geofences', 'geofences.id', 'geofence_events.geofence_id')
      .select(['geofences.name', 'event', 'at', 'reported_at', 'distance', 'from_edge', 'accuracy'])
      .where('user_id', '=', userId)
      .orderBy('at')
      .execute();
    return rows.map(({ name, event, at, reported_at, distance, from_edge, accuracy }) => ({
      geofence: name,
      event,
      at: iso(at),
      reportedAt: iso(reported_at),
      distance,
      fromEdge: from_edge === 1,
      accuracy,
    }));
  }),
];
