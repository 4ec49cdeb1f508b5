import type { Geofence, PlaceKind, PlaceSchedule, Polygon } from '#contract/geofences';
import { COORDINATE_DECIMALS, GEOFENCE_RADIUS_DEFAULT_M } from '#contract/limits';
import type { LatLng } from '#shared/geo';

/** A geofence in the form, with the coordinates as typed. */
export interface GeofenceDraft {
  name: string;
  kind: PlaceKind;
  latitude: string;
  longitude: string;
  /** Metres. */
  radius: number;
  notifyEntry: boolean;
  notifyExit: boolean;
  /** The corners of a polygon, [longitude, latitude]; null: a circle. */
  corners: Polygon | null;
  /** When the place sends alerts; null: always. Its time zone is empty until it is saved the first time. */
  schedule: PlaceSchedule | null;
}

export const NEW_DRAFT: GeofenceDraft = {
  name: '',
  kind: 'other',
  latitude: '',
  longitude: '',
  radius: GEOFENCE_RADIUS_DEFAULT_M,
  notifyEntry: true,
  notifyExit: true,
  corners: null,
  schedule: null,
};

/** The form proposes working hours. */
export const NEW_SCHEDULE: PlaceSchedule = { days: [1, 2, 3, 4, 5], from: 8 * 60, to: 18 * 60, timeZone: '' };

const formatDegrees = (degrees: number) => String(Number(degrees.toFixed(COORDINATE_DECIMALS)));

/** A position as the form's two coordinate fields show it. */
export function coordinateFields({
  latitude,
  longitude,
}: LatLng): Pick<GeofenceDraft, 'latitude' | 'longitude'> {
  return { latitude: formatDegrees(latitude), longitude: formatDegrees(longitude) };
}

export function toDraft({
  name,
  radius,
  notifyEntry,
  notifyExit,
  schedule,
  polygon,
  kind,
  ...place
}: Geofence): GeofenceDraft {
  const more = { corners: polygon ?? null, schedule: schedule ?? null, kind: kind ?? 'other' };
  return { name, radius, notifyEntry, notifyExit, ...more, ...coordinateFields(place) };
}

/** Whether anything was changed in a form since it was opened. */
export const isChanged = (draft: GeofenceDraft, start: GeofenceDraft): boolean =>
  Object.entries(start).some(
    ([field, value]) => JSON.stringify(draft[field as keyof GeofenceDraft]) !== JSON.stringify(value),
  );

/** A typed coordinate in degrees; NaN when it is not a number. Accepts a comma, the decimal separator of many keyboards. */
export function parseDegrees(text: string): number {
  const decimal = text.trim().replace(',', '.').replace('\u2212', '-');
  // Number() alone would also take 0x10 and 1e1.
  return /^[-+]?(\d+\.?\d*|\.\d+)$/u.test(decimal) ? Number(decimal) : Number.NaN;
}

type Coordinates = Pick<GeofenceDraft, 'latitude' | 'longitude'>;

/** The largest absolute value of each coordinate, in degrees. */
const LIMITS = { latitude: 90, longitude: 180 } as const;

/** What is wrong with a coordinate; null when it is valid. */
export function coordinateProblem(
  draft: Coordinates,
  which: keyof Coordinates,
): 'missing' | { limit: number } | null {
  if (draft[which].trim() === '') return 'missing';
  const limit = LIMITS[which];
  return Math.abs(parseDegrees(draft[which])) <= limit ? null : { limit };
}

/** The position of a draft; null until both of its coordinates are valid. */
export function draftPosition(draft: Coordinates): LatLng | null {
  if (coordinateProblem(draft, 'latitude') ?? coordinateProblem(draft, 'longitude')) return null;
  return { latitude: parseDegrees(draft.latitude), longitude: parseDegrees(draft.longitude) };
}

/** Whether all required fields are filled in. */
export function isComplete({ name, latitude, longitude }: GeofenceDraft): boolean {
  return [name, latitude, longitude].every((text) => text.trim() !== '');
}
