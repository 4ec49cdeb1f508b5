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
      for (const crossing of crossings) {
        const key = keyOf(crossing.userId, crossing.geofenceId, kindOf(crossing));
        const viewers = wanted.get(key)?.map(({ viewer_id }) => viewer_id);
        if (!viewers) continue;
        wanted.delete(key);
        alerted.push({ crossing, viewers });
        once.push(...(await noticesFor(stored, crossing, viewers, { announced, ids, now })));
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

/** The notices of viewers who are still in the place's family and get no other alert of the crossing. */
async function noticesFor(
  { visibility }: CheckInStore,
  crossing: MemberCrossing,
  viewers: readonly string[],
  { announced, ids, now }: { announced: readonly Notice[]; ids: Ids; now: number },
): Promise<Notice[]> {
  const about = aboutFence(crossing.userId, crossing.geofenceId);
  const members = await visibility.otherMembers(crossing.familyId, crossing.userId);
  const hasAlert = (viewerId: string): boolean =>
    announced.some(
      (notice) =>
        notice.recipientId === viewerId && notice.about === about && notice.kind === kindOf(crossing),
    );
  return viewers
    .filter((viewerId) => members.includes(viewerId) && !hasAlert(viewerId))
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
