import type { PlaceSchedule } from '#contract/geofences';

/** When a geofence sends alerts, as it is stored; null: always. */
export const readSchedule = (stored: string | null): PlaceSchedule | null =>
  stored === null ? null : (JSON.parse(stored) as PlaceSchedule);

/** As it is stored, its days in order and each once. */
export const storedSchedule = (schedule: PlaceSchedule | null): string | null =>
  schedule === null
    ? null
    : JSON.stringify({ ...schedule, days: [...new Set(schedule.days)].toSorted((a, b) => a - b) });
