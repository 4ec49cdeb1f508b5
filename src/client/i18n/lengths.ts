import { formatNumber } from './formats';
import { t } from './text';

const MINUTE_MS = 60_000;
const HOUR_MIN = 60;

/** '3 h 20 min', '45 min'. @param milliseconds */
export function duration(milliseconds: number): string {
  const minutes = Math.round(milliseconds / MINUTE_MS);
  if (minutes < HOUR_MIN) return t('{count} min', { count: minutes });
  const rest = minutes % HOUR_MIN;
  const hours = Math.floor(minutes / HOUR_MIN);
  return rest === 0
    ? t('{count} h', { count: hours })
    : t('{hours} h {minutes} min', { hours, minutes: rest });
}

/** '14.2 km', '850 m'. */
export function distance(metres: number): string {
  if (metres < 1_000) return t('{metres} m', { metres: formatNumber(metres) });
  return t('{kilometres} km', { kilometres: formatNumber(metres / 1_000, metres < 100_000 ? 1 : 0) });
}

/** How far a member is from the user: whole tens of metres, because no position is known better. */
export const distanceFromUser = (metres: number): string =>
  distance(metres < 1_000 ? Math.round(metres / 10) * 10 : metres);
