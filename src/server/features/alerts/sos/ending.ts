import type { SosEnding } from '#contract/sos';
import type { SosRow } from '#server/db/schema';
import type { Notice } from '../notice';
import { endNotices } from './notices';
import type { SosStore } from './stored';
import { viewersCalled } from './view';

/** How a call ends. */
export interface CallEnd {
  readonly ending: SosEnding;
  /** Null when the call expires. */
  readonly by: string | null;
  readonly now: number;
  readonly newId: () => string;
}

/**
 * Ends a call, and stores notices for all members in it who may still see the caller. When it expires, the caller gets one
 * as well.
 * @returns the notices; undefined when the call is closed already
 */
export async function endCall(
  { calls, history, alerts, visibility }: SosStore,
  { id, caller_id }: SosRow,
  { ending, by, now, newId }: CallEnd,
): Promise<Notice[] | undefined> {
  const ended = await calls.close(id, ending, now);
  if (!ended) return undefined;
  await history.addEntry({ id: newId(), sos_id: id, at: now, user_id: by, what: 'ended', detail: ending });
  const viewers = await visibility.viewersOf(caller_id);
  const companions = viewersCalled({ people: await calls.peopleOf([id]), viewers });
  const recipients = new Map(companions.map(({ user_id }) => [user_id, viewers.get(user_id) ?? []]));
  if (ending === 'expired' && companions.length > 0)
    recipients.set(caller_id, [...new Set([...viewers.values()].flat())]);
  const [caller] = await calls.contactsOf([caller_id]);
  const notices = endNotices(ended, caller, { recipients, newId });
  await alerts.insert(notices, now);
  return notices;
}
