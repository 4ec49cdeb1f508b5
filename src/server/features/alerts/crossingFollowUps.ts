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
      const once: Notice[] = [];
      const alerted: { crossing: MemberCrossing; viewers: readonly string[] }[] = [];
      // One query, because a request can contain thousands of crossings, and few of them have once-only alerts.
      const waiting = crossings.length === 0 ? [] : await stored.once.ofPeople(peopleOf(crossings));
      const wanted = groupBy(waiting, (row) => keyOf(row.person_id, row.geofence_id, row.kind));
      const sinceOf = viewersOfEach(stored);
      for (const crossing of crossings) {
        const key = keyOf(crossing.userId, crossing.geofenceId, kindOf(crossing));
        const rows = wanted.get(key);
        if (!rows) continue;
        const since = await sinceOf(crossing);
        // Those who joined after it wait for the next one.
        const later = rows.filter(({ viewer_id }) => (since.get(viewer_id) ?? -Infinity) > crossing.at);
        if (later.length > 0) wanted.set(key, later);
        else wanted.delete(key);
        const viewers = rows.filter((row) => !later.includes(row)).map(({ viewer_id }) => viewer_id);
        alerted.push({ crossing, viewers });
        const members = viewers.filter((viewerId) => since.has(viewerId));
        once.push(...noticesFor(crossing, members, { announced, ids, now }));
      }
      const alerts = [...announced, ...once];
      // Deleted last, because the deliveries read who wanted a once-only alert.
      if (alerts.length > 0) await stored.alerts.insert(alerts, now);
      for (const { crossing, viewers } of alerted) await forget(stored.once, crossing, viewers);
      const ended = await endByArrival(stored, crossings, { now, ids });
      return { ...ended, notices: [...alerts, ...ended.notices] };
    },
  };
}

const keyOf = (personId: string, geofenceId: string, kind: OnceAlertRow['kind']) =>
  `${personId} ${geofenceId} ${kind}`;

/** Reads since when each viewer may see the person of a crossing; once for all crossings of a person and a family. */
function viewersOfEach({ visibility }: CheckInStore) {
  const known = new Map<string, ReadonlyMap<string, number>>();
  return async ({ familyId, userId }: MemberCrossing): Promise<ReadonlyMap<string, number>> => {
    const key = `${familyId} ${userId}`;
    const since = known.get(key) ?? (await visibility.viewersInFamily(familyId, userId));
    known.set(key, since);
    return since;
  };
}

/** The notices of viewers who get no other alert of the crossing. */
function noticesFor(
  crossing: MemberCrossing,
  viewers: readonly string[],
  { announced, ids, now }: { announced: readonly Notice[]; ids: Ids; now: number },
): Notice[] {
  const about = aboutFence(crossing.userId, crossing.geofenceId);
  const hasAlert = (viewerId: string): boolean =>
    announced.some(
      (notice) =>
        notice.recipientId === viewerId && notice.about === about && notice.kind === kindOf(crossing),
    );
  return viewers
    .filter((viewerId) => !hasAlert(viewerId))
    .map((recipientId) => crossingNotice(crossing, { id: ids.next(), recipientId }, now));
}

async function forget(
  once: OnceAlertRepository,
  crossing: MemberCrossing,
  viewers: readonly string[],
): Promise<void> {
  for (const viewerId of viewers)
    await once.remove({
      viewer_id: viewerId,
      person_id: crossing.userId,
      geofence_id: crossing.geofenceId,
      kind: kindOf(crossing),
    });
}
