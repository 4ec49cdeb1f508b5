import type { CheckInNews } from '#contract/checkIns';
import type { Ids } from '#server/clock';
import type { CheckInRow } from '#server/db/schema';
import type { Visibility } from '#server/features/families/visibility';
import type { Notice } from '../notice';
import type { AlertRepository } from '../repository';
import type { CheckInRepository } from './repository';
import { type CheckInEvent, lateMinutes, type Transition, transitionOf } from './states';
import { shownPosition } from './views';

/** What a change of a check-in reads and writes, in one transaction. */
export interface CheckInStore {
  readonly checkIns: CheckInRepository;
  readonly alerts: AlertRepository;
  readonly visibility: Visibility;
}

/** A change that is stored but perhaps not committed yet. */
export interface CheckInChange {
  readonly row: CheckInRow;
  readonly notices: readonly Notice[];
  /** Notices to the owner that are outdated. */
  readonly read: readonly string[];
}

/** When a change is made, and what makes the ids of its notices. */
export interface Moment {
  /** In epoch milliseconds. */
  readonly now: number;
  readonly ids: Ids;
}

/**
 * Changes a check-in by its state machine, and stores the notices of it.
 * @returns undefined when this cannot happen in its state; 'changed' when another process has changed it meanwhile
 */
export async function applyEvent(
  stored: CheckInStore,
  row: CheckInRow,
  event: CheckInEvent,
  moment: Moment,
): Promise<CheckInChange | 'changed' | undefined> {
  const transition = transitionOf(row, event);
  if (!transition) return undefined;
  const changed = await stored.checkIns.change(row, transition.set);
  if (!changed) return 'changed';
  if (transition.seen === 'reset') await stored.checkIns.forgetSeen(row.id);
  const answers = row.state === 'asking' && event.kind !== 'timer';
  const read = answers ? await stored.checkIns.markAskedRead(row.id, row.user_id, moment.now) : [];
  const late = event.kind === 'arrived' ? lateMinutes(row, event.at) : null;
  const notices = await insertNotices(stored, { row: changed, transition, late }, moment);
  return { row: changed, notices, read };
}

/** Stores the news that a check-in has started. */
export const announceStart = (stored: CheckInStore, row: CheckInRow, moment: Moment): Promise<Notice[]> =>
  insertNotices(stored, { row, transition: { news: 'started' }, late: null }, moment);

interface News {
  readonly row: CheckInRow;
  readonly transition: Pick<Transition, 'news' | 'seen'>;
  readonly late: number | null;
}

async function insertNotices(stored: CheckInStore, news: News, { now, ids }: Moment): Promise<Notice[]> {
  const { row, transition } = news;
  if (transition.news === null) return [];
  const recipients = await recipientsOf(stored, news);
  if (recipients.length === 0) return [];
  const payload = await payloadOf(stored, row, transition.news, now);
  const position = (await stored.checkIns.latestPositions([row.user_id])).get(row.user_id);
  const notices: Notice[] = [];
  for (const { recipientId, familyIds } of recipients) {
    const since = (await stored.visibility.visibleTo(recipientId, [row.user_id])).get(row.user_id);
    const shown = transition.news === 'missed' ? shownPosition(row, position, since) : null;
    notices.push({
      id: ids.next(),
      recipientId,
      subjectId: row.user_id,
      familyIds,
      kind: KIND_OF[transition.news],
      about: `checkin:${row.id}`,
      payload: {
        ...payload,
        lastPositionAt: shown && new Date(shown.recorded_at).toISOString(),
        lateMinutes: news.late,
      },
    });
  }
  await stored.alerts.insert(notices, now);
  return notices;
}

const KIND_OF = {
  started: 'checkin',
  asked: 'checkinAsked',
  missed: 'checkinMissed',
  arrived: 'checkin',
  cancelled: 'checkin',
} as const;

async function payloadOf(
  { checkIns }: CheckInStore,
  row: CheckInRow,
  what: CheckInNews['what'],
  now: number,
) {
  return {
    checkinId: row.id,
    userId: row.user_id,
    userName: (await checkIns.namesOf([row.user_id])).get(row.user_id) ?? '',
    placeName: row.place_name,
    dueAt: new Date(row.due_at).toISOString(),
    what,
    timestamp: new Date(now).toISOString(),
    timeZone: row.time_zone,
  };
}

/** The recipients of the news, with the families that let them see it. */
async function recipientsOf(
  { checkIns, visibility }: CheckInStore,
  { row, transition }: News,
): Promise<{ recipientId: string; familyIds: string[] }[]> {
  if (transition.news === 'asked')
    return [{ recipientId: row.user_id, familyIds: await visibility.familiesOf(row.user_id) }];
  const watchers = await checkIns.watchersOf([row.id]);
  const viewers = await visibility.viewersOf(row.user_id);
  return watchers
    .filter(({ seen_at }) => transition.seen !== 'skip' || seen_at === null)
    .flatMap(({ user_id }) => {
      const familyIds = viewers.get(user_id);
      return familyIds ? [{ recipientId: user_id, familyIds }] : [];
    });
}
