import type { SosMove } from '#contract/sos';
import { roundDegrees } from '#shared/geo';
import type { CallerPosition } from '#server/db/schema';
import { DomainError } from '#server/domainError';

/**
 * A caller's position as it is stored.
 * @param times epoch milliseconds; `unknown`: when a position without a time was taken. One from a clock that runs ahead
 * counts as now.
 * @throws DomainError for a text that is no time
 */
export function positionOf(
  { latitude, longitude, accuracy, timestamp }: Omit<SosMove, 'id'>,
  { now, unknown }: { now: number; unknown: number },
): CallerPosition {
  const claimed = timestamp === undefined ? unknown : Date.parse(timestamp);
  if (Number.isNaN(claimed)) throw new DomainError('time_invalid');
  return {
    latitude: roundDegrees(latitude),
    longitude: roundDegrees(longitude),
    accuracy: accuracy ?? null,
    recorded_at: Math.min(claimed, now),
  };
}
