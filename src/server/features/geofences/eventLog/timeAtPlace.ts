import type { PlaceDay } from '#contract/placeLog';
import { addDays, dateInTimeZone, dayInTimeZone } from '#shared/days';

/** A member entered or left. Epoch milliseconds. */
interface LoggedEvent {
  readonly userId: string;
  readonly at: number;
  readonly event: 'entered' | 'exited';
  /** Of the geofence at that time. */
  readonly revision: number;
}

interface Place {
  readonly revision: number;
  /** Members who are in it, and the time of the last fix that says so. */
  readonly insideNow: readonly { readonly userId: string; readonly evaluatedAt: number }[];
}

/** The days that are counted: from the one with this moment to the one with `now`. */
interface Period {
  readonly from: number;
  readonly now: number;
  /** IANA name. */
  readonly timeZone: string;
}

interface Visit {
  readonly userId: string;
  readonly start: number;
  readonly end: number;
}

/**
 * How long members were at a place on each day, the newest day first. A visit is an entry and the exit after it, or an entry
 * and the last position of a member who is still there. Visits without a known start or end do not count.
 * @param events oldest first
 */
export function timeAtPlace(events: readonly LoggedEvent[], place: Place, period: Period): PlaceDay[] {
  const visits = visitsOf(events, place);
  return daysOf(period)
    .toReversed()
    .flatMap(({ date, start, end }) => {
      const seconds = new Map<string, number>();
      for (const visit of visits) {
        const time = Math.min(visit.end, end) - Math.max(visit.start, start);
        if (time > 0) seconds.set(visit.userId, (seconds.get(visit.userId) ?? 0) + time / 1_000);
      }
      return [...seconds].map(([userId, sum]) => ({ date, userId, seconds: Math.round(sum) }));
    });
}

function visitsOf(events: readonly LoggedEvent[], { revision, insideNow }: Place): Visit[] {
  const visits: Visit[] = [];
  const entries = new Map<string, LoggedEvent>();
  for (const event of events) {
    const entry = entries.get(event.userId);
    if (event.event === 'entered') entries.set(event.userId, event);
    else entries.delete(event.userId);
    if (event.event === 'exited' && entry?.revision === event.revision)
      visits.push({ userId: event.userId, start: entry.at, end: event.at });
  }
  for (const { userId, evaluatedAt } of insideNow) {
    const entry = entries.get(userId);
    if (entry?.revision === revision) visits.push({ userId, start: entry.at, end: evaluatedAt });
  }
  return visits;
}

function daysOf({ from, now, timeZone }: Period): { date: string; start: number; end: number }[] {
  const days: { date: string; start: number; end: number }[] = [];
  const today = dateInTimeZone(now, timeZone);
  for (let date = dateInTimeZone(from, timeZone); date <= today; date = addDays(date, 1))
    days.push({ date, ...dayInTimeZone(date, timeZone) });
  return days;
}
