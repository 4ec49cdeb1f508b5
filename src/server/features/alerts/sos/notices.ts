import { formatDistance } from 'date-fns';
import { SOS_POSITION_STALE_MS } from '#contract/limits';
import type { SosAnswer } from '#contract/sos';
import type { SosRow } from '#server/db/schema';
import type { Notice } from '../notice';

/** Whom a notice goes to, and the families that recipient and caller share. */
export type Recipients = ReadonlyMap<string, readonly string[]>;

/** Who is named in a notice. */
interface Named {
  readonly name: string;
  readonly phone: string | null;
}

/** What the caller wrote, and how old the position was when they called. */
function messageOf({ message, called_at, position_at }: SosRow): string | null {
  if (called_at - position_at < SOS_POSITION_STALE_MS) return message;
  return `${message ?? ''} (Last known position, ${formatDistance(position_at, called_at)} old)`.trim();
}

/** One alert for each recipient, all with the same content. @param isRepeat whether the server repeats the call */
export function callNotices(
  call: SosRow,
  caller: Named | undefined,
  { recipients, isRepeat, newId }: { recipients: Recipients; isRepeat: boolean; newId: () => string },
): Notice[] {
  const payload = {
    id: call.id,
    userId: call.caller_id,
    userName: caller?.name ?? '',
    phone: caller?.phone ?? null,
    latitude: call.latitude,
    longitude: call.longitude,
    message: messageOf(call),
    timestamp: iso(isRepeat ? call.started_at : call.called_at),
    repeat: call.repeats,
  };
  return [...recipients].map(([recipientId, familyIds]) => ({
    ...aboutCall(call),
    id: newId(),
    recipientId,
    subjectId: call.caller_id,
    familyIds,
    isRepeat,
    kind: 'sos',
    payload,
  }));
}

/** The notice to the caller of what a member answered. */
export function answerNotice(
  call: SosRow,
  person: { readonly userId: string; readonly name: string; readonly familyIds: readonly string[] },
  { answer, id, now }: { answer: SosAnswer; id: string; now: number },
): Notice {
  return {
    ...aboutCall(call),
    id,
    recipientId: call.caller_id,
    subjectId: person.userId,
    familyIds: person.familyIds,
    // The newest answer of each person.
    about: `sos:${call.id}:${person.userId}`,
    kind: 'sosAnswer',
    payload: { id: call.id, userId: person.userId, userName: person.name, answer, timestamp: iso(now) },
  };
}

/** The notices to each recipient that a call is over. */
export function endNotices(
  call: SosRow,
  caller: Named | undefined,
  { recipients, newId }: { recipients: Recipients; newId: () => string },
): Notice[] {
  const payload = {
    id: call.id,
    userId: call.caller_id,
    userName: caller?.name ?? '',
    ending: call.ending ?? 'expired',
    startedAt: iso(call.started_at),
    timestamp: iso(call.ended_at ?? call.started_at),
  };
  return [...recipients].map(([recipientId, familyIds]) => ({
    ...aboutCall(call),
    id: newId(),
    recipientId,
    subjectId: call.caller_id,
    familyIds,
    kind: 'sosEnded',
    payload,
  }));
}

const aboutCall = ({ id }: SosRow) => ({ about: `sos:${id}`, sosId: id });
const iso = (moment: number): string => new Date(moment).toISOString();
