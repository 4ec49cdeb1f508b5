import { ALERT_LATE_AFTER_MS } from '#contract/limits';
import type { Clock, Ids } from '#server/clock';
import type { OnceAlertRow } from '#server/db/schema';
import { groupBy } from '#server/groupBy';
import type { CheckInStore } from './checkIns/changes';
import { type EndedByArrival, endByArrival, type MemberCrossing, peopleOf } from './checkIns/arrivals';
import { aboutFence, crossingNotice, kindOf } from './crossingNotices';
import type { Notice } from './notice';
import type { OnceAlertRepository } from './once/repository';

/** What follows from crossings; inside the transaction that stores them. */
export interface CrossingFollowUps {
  /**
   * Stores the alerts of the families, and the once-only alerts of viewers who get none of these; then ends the
   * check-ins of those who have arrived.
   */
  record(crossings: readonly MemberCrossing[], announced: readonly Notice[]): Promise<FollowUp>;
}

/** What has been stored, to be sent after the commit. */
export interface FollowUp extends EndedByArrival {
  readonly notices: readonly Notice[];
}

export const NO_FOLLOW_UP: FollowUp = { checkIns: [], notices: [] };

/** @see CrossingFollowUps */
export function crossingFollowUps(
  stored: CheckInStore & { readonly once: OnceAlertRepository },
  { clock, ids }: { clock: Clock; ids: Ids },
): CrossingFollowUps {
  return {
    async record(crossings, announced) {
      // Those of a large request are announced at its end.
      if (crossings.length === 0 && announced.length === 0) return NO_FOLLOW_UP;
      const now = clock.now();
      const awaited = await awaitedCrossings(stored, crossings, now);
      const once = awaited.flatMap((one) => noticesFor(one, { announced, ids, now }));
      const alerts = [...announced, ...once];
      // Deleted last, because the deliveries read who wanted a once-only alert.
      if (alerts.length > 0) await stored.alerts.insert(alerts, now);
      for (const one of awaited) await forget(stored.once, one);
      const ended = await endByArrival(stored, crossings, { now, ids });
      return { ...ended, notices: [...alerts, ...ended.notices] };
    },
  };
}

const keyOf = (personId: string, geofenceId: string, kind: OnceAlertRow['kind']) =>
  `${personId} ${geofenceId} ${kind}`;

/** A crossing, and those who wanted to be alerted of it once. */
interface AwaitedCrossing {
  readonly crossing: MemberCrossing;
  readonly viewers: readonly string[];
  /** Those who are still in the place's family. */
  readonly members: readonly string[];
}

/** The first awaited crossing of each person who waits. Who joined or asked after a crossing still waits for the next one. */
async function awaitedCrossings(
  { once, visibility }: CheckInStore & { readonly once: OnceAlertRepository },
  crossings: readonly MemberCrossing[],
  now: number,
): Promise<AwaitedCrossing[]> {
  if (crossings.length === 0) return [];
  // One query, because a request can contain thousands of crossings, and few of them have once-only alerts.
  const rows = await once.ofPeople(peopleOf(crossings));
  const waiting = groupBy(rows, (row) => keyOf(row.person_id, row.geofence_id, row.kind));
  /** What has been asked, by family and person. */
  const asked = new Map<string, ReadonlyMap<string, number>>();
  const awaited: AwaitedCrossing[] = [];
  for (const crossing of crossings) {
    const key = keyOf(crossing.userId, crossing.geofenceId, kindOf(crossing));
    const people = waiting.get(key) ?? [];
    if (people.length === 0) continue;
    const { familyId, userId } = crossing;
    const since = asked.get(`${familyId} ${userId}`) ?? (await visibility.viewersSince(familyId, userId));
    asked.set(`${familyId} ${userId}`, since);
    const isLate = now - crossing.at > ALERT_LATE_AFTER_MS;
    // Who asks just after a crossing that is not reported yet wants to hear of it; hours later it is old news.
    const waitsOn = ({ viewer_id, created_at }: OnceAlertRow) =>
      Math.max(since.get(viewer_id) ?? 0, isLate ? (created_at ?? 0) : 0) > crossing.at;
    waiting.set(key, people.filter(waitsOn));
    const viewers = people.filter((row) => !waitsOn(row)).map(({ viewer_id }) => viewer_id);
    awaited.push({ crossing, viewers, members: viewers.filter((id) => since.has(id)) });
  }
  return awaited;
}

/** The notices of members who get no other alert of the crossing. */
function noticesFor(
  { crossing, members }: AwaitedCrossing,
  { announced, ids, now }: { announced: readonly Notice[]; ids: Ids; now: number },
): Notice[] {
  const about = aboutFence(crossing.userId, crossing.geofenceId);
  const hasAlert = (viewerId: string): boolean =>
    announced.some(
      (notice) =>
        notice.recipientId === viewerId && notice.about === about && notice.kind === kindOf(crossing),
    );
  return members
    .filter((viewerId) => !hasAlert(viewerId))
    .map((recipientId) => crossingNotice(crossing, { id: ids.next(), recipientId }, now));
}

async function forget(once: OnceAlertRepository, { crossing, viewers }: AwaitedCrossing): Promise<void> {
  for (const viewerId of viewers)
    await once.remove({
      viewer_id: viewerId,
      person_id: crossing.userId,
      geofence_id: crossing.geofenceId,
      kind: kindOf(crossing),
    });
}
