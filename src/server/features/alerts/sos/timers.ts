import type { SosRow } from '#server/db/schema';
import type { Notice } from '../notice';
import type { TimerTask } from '../timers';
import { endCall } from './ending';
import { callNotices } from './notices';
import { nextMoment } from './schedule';
import type { SosDeps } from './deps';
import type { SosStore } from './stored';
import { viewersCalled } from './view';

export interface SosTimerDeps extends Pick<
  SosDeps,
  'stored' | 'inTransaction' | 'delivery' | 'news' | 'clock' | 'ids'
> {
  /** Receives errors that no caller waits for. */
  onError(error: unknown): void;
}

/** Repeats calls to those who have not answered, and ends those whose time is over or that no one is left to see. */
export function sosTimer(deps: SosTimerDeps): TimerTask {
  const { stored, inTransaction, delivery, news, clock, ids, onError } = deps;

  async function take(call: SosRow): Promise<void> {
    const notices = await inTransaction((tx) => turn(tx, call, { now: clock.now(), newId: ids.next }));
    if (!notices) return;
    delivery.send(notices);
    news.publish(call.id);
  }

  return {
    hasDue: async (now) => (await stored.timing.due(now)).length > 0,
    /** One after the other: other requests run in between. */
    async runDue(now) {
      for (const call of await stored.timing.due(now)) await take(call).catch(onError);
    },
  };
}

/** @returns the notices that are stored; undefined when another process or a member has changed the call meanwhile */
async function turn(
  tx: SosStore,
  call: SosRow,
  { now, newId }: { now: number; newId: () => string },
): Promise<Notice[] | undefined> {
  const taken = await tx.timing.take(call, nextMoment(call, now));
  if (!taken) return undefined;
  const viewers = await tx.visibility.viewersOf(call.caller_id);
  const companions = viewersCalled({ people: await tx.calls.peopleOf([call.id]), viewers });
  if (companions.length === 0 || taken.expires_at <= now)
    return endCall(tx, taken, { ending: 'expired', by: null, now, newId });
  const unanswered = companions.filter(({ answer }) => answer === null);
  if (unanswered.length === 0) return [];
  await tx.timing.countRepeat(call.id);
  const entry = { id: newId(), sos_id: call.id, at: now, user_id: null, detail: null };
  await tx.history.addEntry({ ...entry, what: 'repeated' });
  const [caller] = await tx.calls.contactsOf([call.caller_id]);
  const notices = callNotices({ ...taken, repeats: taken.repeats + 1 }, caller, {
    recipients: new Map(unanswered.map(({ user_id }) => [user_id, viewers.get(user_id) ?? []])),
    isRepeat: true,
    newId,
  });
  await tx.alerts.insert(notices, now);
  return notices;
}
