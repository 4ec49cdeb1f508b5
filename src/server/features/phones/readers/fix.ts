import { ACCURACY_MAX_M } from '#contract/limits';
import type { Connection, FixItem, IgnoredItem, Motion } from './items';
import { ignored } from './items';
import { clockTimeOf, timeOf } from './times';

/** What a reader found, in metres, metres per second, degrees and battery from 0 to 1; undefined: not there. */
export interface Found {
  readonly latitude: number | undefined;
  readonly longitude: number | undefined;
  readonly accuracy?: number | undefined;
  /** As the app wrote it. */
  readonly time: unknown;
  readonly altitude?: number | undefined;
  readonly speed?: number | undefined;
  readonly course?: number | undefined;
  readonly battery?: number | undefined;
  readonly charging?: boolean | undefined;
  readonly connection?: Connection | undefined;
  readonly motion?: Motion | undefined;
}

/** How the apps differ. */
export interface Rules {
  /** A missing time is now. */
  readonly isTimeOptional?: boolean;
  /** A negative accuracy says that the place is invalid, as on iOS; otherwise that it is not known. */
  readonly refusesNegativeAccuracy?: boolean;
}

const MAX_SPEED = 350;
/** Below this speed a course means nothing. */
const MIN_SPEED_OF_COURSE = 0.5;

/** A position with the values that can be right. @param now epoch milliseconds */
export function fixOf(found: Found, now: number, rules: Rules = {}): FixItem | IgnoredItem {
  const { latitude = NaN, longitude = NaN, accuracy, time } = found;
  if (!isPlace(latitude, longitude, accuracy)) return ignored('bad_position');
  if (!isAccuracy(accuracy, rules)) return ignored('bad_accuracy');
  const at = momentOf(time, now, rules);
  if (at === undefined) return ignored('bad_time');
  const position = { latitude: round(latitude, 6), longitude: round(longitude, 6) };
  const clockAt = at === now ? clockTimeOf(time) : undefined;
  const ahead = clockAt !== undefined && clockAt > now ? { clockAt } : {};
  return { kind: 'fix', ...position, ...valuesOf(found), timestamp: isoOf(at), ...ahead };
}

/** A time as ISO 8601. @param at epoch milliseconds */
export const isoOf = (at: number): string => new Date(at).toISOString();

/** @returns epoch milliseconds; undefined for what is no time */
export const momentOf = (
  time: unknown,
  now: number,
  { isTimeOptional = false }: Rules,
): number | undefined =>
  isTimeOptional && (time === undefined || time === null || time === '') ? now : timeOf(time, now);

/** Whether a place is in range. 0/0 without an accuracy is what broken receivers report instead of nothing. */
const isPlace = (latitude: number, longitude: number, accuracy: number | undefined): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && !(latitude === 0 && longitude === 0 && !accuracy);

const isAccuracy = (accuracy: number | undefined, { refusesNegativeAccuracy = false }: Rules): boolean =>
  accuracy === undefined || (accuracy <= ACCURACY_MAX_M && !(refusesNegativeAccuracy && accuracy < 0));

/** Everything of a position but where and when it was. */
export function valuesOf(
  found: Found,
): Omit<FixItem, 'kind' | 'latitude' | 'longitude' | 'timestamp' | 'clockAt'> {
  const speed = within(found.speed, 0, MAX_SPEED);
  const stands = speed !== null && speed < MIN_SPEED_OF_COURSE;
  const course = stands ? null : within(found.course, 0, 360);
  return {
    // 0 is what phones say that do not know it, also after rounding.
    accuracy: roundKnown(within(found.accuracy, 0, ACCURACY_MAX_M), 1) || null,
    altitude: roundKnown(within(found.altitude, -1_000, 20_000), 1),
    speed: roundKnown(speed, 2),
    course: northOf(roundKnown(course, 1)),
    battery: batteryOf(found.battery),
    charging: found.charging ?? null,
    connection: found.connection ?? null,
    motion: found.motion ?? null,
  };
}

/** From 0 to 1 with 2 decimals; null for everything else. */
export const batteryOf = (battery: number | undefined): number | null => roundKnown(within(battery, 0, 1), 2);

const northOf = (course: number | null): number | null => (course === 360 ? 0 : course);

const within = (value: number | undefined, least: number, most: number): number | null =>
  value !== undefined && value >= least && value <= most ? value : null;

const roundKnown = (value: number | null, decimals: number): number | null =>
  value === null ? null : round(value, decimals);

/** Plus 0, because -0 is another value for some. */
function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals)) + 0;
}
