import type { SosRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import type { Visibility } from '#server/features/families/visibility';
import type { AlertRepository } from '../repository';
import type { SosHistoryRepository } from './history/repository';
import type { SosReachRepository } from './reach/repository';
import type { SosRepository } from './repository';
import type { SosTimingRepository } from './timing/repository';
import type { SosTriggerRepository } from './triggers/repository';
import type { StoredCall } from './view';

/** What calls read and write. */
export interface SosStore {
  readonly calls: SosRepository;
  readonly triggers: SosTriggerRepository;
  readonly timing: SosTimingRepository;
  readonly history: SosHistoryRepository;
  readonly reach: SosReachRepository;
  readonly alerts: AlertRepository;
  readonly visibility: Visibility;
}

/** Reads what belongs to some calls. */
export async function readCalls(
  { calls, reach, visibility }: Omit<SosStore, 'alerts'>,
  rows: readonly SosRow[],
): Promise<StoredCall[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const callerIds = [...new Set(rows.map(({ caller_id }) => caller_id))];
  const people = await calls.peopleOf(ids);
  const toCall = people.filter(({ answer }) => answer === 'call').map(({ user_id }) => user_id);
  const [reached, contacts, viewers] = await Promise.all([
    reach.reached(ids),
    calls.contactsOf([...new Set([...callerIds, ...toCall])]),
    Promise.all(callerIds.map(async (id) => [id, await visibility.viewersOf(id)] as const)),
  ]);
  const viewersOf = new Map(viewers);
  const contactOf = new Map(contacts.map(({ id, name, phone }) => [id, { name, phone }]));
  return rows.map((call) => ({
    call,
    contacts: contactOf,
    people: people.filter(({ sos_id }) => sos_id === call.id),
    reached,
    viewers: viewersOf.get(call.caller_id) ?? new Map<string, string[]>(),
  }));
}

/** A call as one person may read it. */
export interface VisibleCall extends StoredCall {
  /** Where the caller was and what happened before this moment, in epoch milliseconds, is hidden from the viewer. */
  readonly since: number;
}

/**
 * A call that a person made, or was called by and may still see; not one that was over before they joined, also if they had
 * been a member before.
 * @throws DomainError 404, the same for strangers
 */
export async function readVisible(
  stored: Omit<SosStore, 'alerts'>,
  userId: string,
  id: string,
): Promise<VisibleCall> {
  const call = await stored.calls.byId(id);
  const [read] = await readCalls(stored, call ? [call] : []);
  const since =
    read && (await stored.visibility.visibleTo(userId, [read.call.caller_id])).get(read.call.caller_id);
  if (!read || since === undefined || !isVisible(userId, read, since)) throw new DomainError('sos_not_found');
  return { ...read, since };
}

const isVisible = (userId: string, { call, people, viewers }: StoredCall, since: number): boolean =>
  call.caller_id === userId ||
  (viewers.has(userId) &&
    people.some(({ user_id }) => user_id === userId) &&
    (call.ended_at === null || call.ended_at > since));
