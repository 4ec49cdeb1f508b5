import lookUpZone from '@photostructure/tz-lookup';
import { TimeZone } from '#contract/primitives';
import { dayInTimeZone } from '#shared/days';
import type { LatLng } from '#shared/geo';
import type { DayData, TimelineDeps } from './dayData';

const HOUR_MS = 3_600_000;
/** A day begins at most 14 hours before that of UTC and ends at most 12 hours after it. */
const FARTHEST_MS = 26 * HOUR_MS;

interface WantedDay {
  readonly personId: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly visibleSince: number;
  readonly imports: DayData['imports'];
}

/**
 * The time zone in which a person was in the middle of a day: that of the first fix after it, or else of the first one of
 * the day.
 * @returns an IANA name, undefined for a day without fixes
 */
export async function localZone(
  { locations }: Pick<TimelineDeps, 'locations'>,
  { personId, date, visibleSince, imports }: WantedDay,
): Promise<string | undefined> {
  const importIds = imports.map(({ id }) => id);
  const zoneWithin = async (from: number, end: number): Promise<string | undefined> => {
    const start = Math.max(from, visibleSince);
    if (start >= end) return undefined;
    const [fix] = await locations.between(personId, importIds, { start, end, limit: 1 });
    return fix && zoneAt(fix);
  };
  const noon = Date.parse(`${date}T12:00:00.000Z`);
  const nearby = (await zoneWithin(noon, noon + FARTHEST_MS)) ?? (await zoneWithin(noon - FARTHEST_MS, noon));
  if (nearby === undefined) return undefined;
  // Which fixes the day has is known now; the one before may have been far away.
  const { start, end } = dayInTimeZone(date, nearby);
  return (await zoneWithin((start + end) / 2, end)) ?? (await zoneWithin(start, end));
}

/** The zone at a position; undefined where this runtime does not know it. */
export function zoneAt({ latitude, longitude }: LatLng): string | undefined {
  const zone = TimeZone.safeParse(lookUpZone(latitude, longitude));
  return zone.success ? zone.data : undefined;
}
