import type { Clock, Ids } from './clock';
import { storedCheckIns } from './checkInServices';
import type { Queries } from './db/schema';
import { crossingFollowUps } from './features/alerts/crossingFollowUps';
import { onceAlertRepository } from './features/alerts/once/repository';
import type { GeofenceStores } from './features/geofences/engine';
import { geofenceEventRepository } from './features/geofences/eventLog/repository';
import { geofenceRepository } from './features/geofences/repository';
import { locationRepository } from './features/locations/repository';

/** What the evaluation of fixes reads and writes. */
export const geofenceStores =
  (by: { clock: Clock; ids: Ids }) =>
  (queries: Queries): GeofenceStores => ({
    geofences: geofenceRepository(queries),
    events: geofenceEventRepository(queries),
    fixesOf(userId) {
      const { between, newestBefore, latestOf } = locationRepository(queries);
      return {
        before: (at, limit) => newestBefore(userId, at, limit),
        from: (at, limit) => between(userId, [], { start: at, end: Number.MAX_SAFE_INTEGER, limit }),
        newestAt: async () => (await latestOf([userId]))[0]?.recorded_at ?? null,
      };
    },
    followUps: crossingFollowUps({ ...storedCheckIns(queries), once: onceAlertRepository(queries) }, by),
  });
