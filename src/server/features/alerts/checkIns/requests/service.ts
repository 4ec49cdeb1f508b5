import type { CheckInInput, CheckInRequest, RequestNews } from '#contract/checkIns';
import { CHECK_IN_REQUEST_EXPIRES_MS, INBOX_KEPT_MS } from '#contract/limits';
import type { Clock, Ids } from '#server/clock';
import { DomainError } from '#server/domainError';
import type { Publisher } from '#server/publisher';
import type { AlertDelivery } from '../../delivery';
import type { Notice } from '../../notice';
import type { TimerTask } from '../../timers';
import type { CheckInStore } from '../changes';
import type { PublishCheckIns } from '../publish';
import { type StartedCheckIn, startWithin } from '../service';
import type { CheckInRequestRepository, NamedRequest } from './repository';

/** A member asks another one for a check-in. */
export interface CheckInRequestService {
  /** To and from the viewer, newest first. */
  list(viewerId: string): Promise<CheckInRequest[]>;
  /** Asks a companion; while a request to the same one is open, that one is the answer. */
  ask(userId: string, toId: string, text: string | undefined): Promise<CheckInRequest>;
  /** Declines, or accepts and starts the check-in that comes along, if one does. */
  answer(userId: string, id: string, answer: RequestAnswer): Promise<CheckInRequest>;
  /** Ends requests that no one has answered. */
  readonly timer: TimerTask;
  /** Deletes requests of more than 30 days ago. */
  deleteExpired(): Promise<void>;
}

export interface RequestAnswer {
  readonly accept: boolean;
  readonly checkin?: CheckInInput | undefined;
}

/** What a request reads and writes. */
export type RequestStore = CheckInStore & { readonly requests: CheckInRequestRepository };

export interface RequestDeps {
  readonly stored: RequestStore;
  /** Runs the work on repositories inside one transaction, as if no other ran at the same time. */
  inTransaction<Result>(work: (stored: RequestStore) => Promise<Result>): Promise<Result>;
  readonly delivery: Pick<AlertDelivery, 'send'>;
  readonly publish: PublishCheckIns;
  readonly publisher: Pick<Publisher, 'checkInRequestChanged' | 'alertsRead' | 'readAudience'>;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** A request that has changed, and its notices. */
interface RequestChange {
  readonly request: NamedRequest;
  readonly notices: readonly Notice[];
  /** Notices to the asked member that are outdated. */
  readonly read: readonly string[];
  readonly checkIn?: StartedCheckIn | undefined;
}

/** @see CheckInRequestService */
export function checkInRequestService(deps: RequestDeps): CheckInRequestService {
  const { stored, inTransaction, clock } = deps;
  return {
    list: async (viewerId) => (await stored.requests.list(viewerId)).map(asRequest),
    async ask(userId, toId, text) {
      if (userId === toId) throw new DomainError('checkin_request_to_oneself');
      const asked = await inTransaction((within) => ask(within, { fromId: userId, toId, text }, deps));
      return publishChange(deps, asked);
    },
    async answer(userId, id, answer) {
      const answered = await inTransaction((within) => answerWithin(within, { userId, id, answer }, deps));
      return publishChange(deps, answered);
    },
    timer: {
      hasDue: async (now) => (await stored.requests.openSince(now - CHECK_IN_REQUEST_EXPIRES_MS)).length > 0,
      async runDue(now) {
        const failures: unknown[] = [];
        for (const request of await stored.requests.openSince(now - CHECK_IN_REQUEST_EXPIRES_MS))
          await inTransaction((within) => expire(within, request, now))
            .then((expired) => expired && publishChange(deps, expired))
            // The others are due as well.
            .catch((error: unknown) => failures.push(error));
        if (failures.length > 0) throw failures[0];
      },
    },
    deleteExpired: () => inTransaction(({ requests }) => requests.deleteBefore(clock.now() - INBOX_KEPT_MS)),
  };
}

interface NewRequest {
  readonly fromId: string;
  readonly toId: string;
  readonly text: string | undefined;
}

async function ask(
  stored: RequestStore,
  { fromId, toId, text }: NewRequest,
  { clock, ids }: RequestDeps,
): Promise<RequestChange> {
  const familyIds = (await stored.visibility.viewersOf(fromId)).get(toId);
  if (!familyIds) throw new DomainError('user_not_found');
  const open = await stored.requests.findOpen(fromId, toId);
  if (open) return { request: open, notices: [], read: [] };
  const id = ids.next();
  const now = clock.now();
  const row = {
    id,
    from_id: fromId,
    to_id: toId,
    text: text || null,
    state: 'open',
    created_at: now,
  } as const;
  await stored.requests.insert(row);
  const names = await stored.checkIns.namesOf([fromId, toId]);
  const request = { ...row, fromName: names.get(fromId) ?? '', toName: names.get(toId) ?? '' };
  const notice = newsOf(request, { what: 'open', familyIds, now, ids });
  await stored.alerts.insert([notice], now);
  return { request, notices: [notice], read: [] };
}

interface GivenAnswer {
  readonly userId: string;
  readonly id: string;
  readonly answer: RequestAnswer;
}

async function answerWithin(
  stored: RequestStore,
  { userId, id, answer: { accept, checkin } }: GivenAnswer,
  { clock, ids }: RequestDeps,
): Promise<RequestChange> {
  const request = await stored.requests.find(id);
  const familyIds = request && (await stored.visibility.viewersOf(userId)).get(request.from_id);
  if (request?.to_id !== userId || !familyIds) throw new DomainError('checkin_request_not_found');
  const now = clock.now();
  const isPast = request.created_at <= now - CHECK_IN_REQUEST_EXPIRES_MS;
  const state = accept ? ('accepted' as const) : ('declined' as const);
  if (isPast || !(await stored.requests.close(id, state))) throw new DomainError('checkin_request_over');
  const read = await stored.requests.markNoticesRead(id, userId, now);
  const changed = { ...request, state };
  if (accept) {
    const checkIn = checkin && (await startWithin(stored, userId, checkin, { now, ids }));
    return { request: changed, notices: [], read, checkIn };
  }
  const notice = newsOf(changed, { what: 'declined', familyIds, now, ids });
  await stored.alerts.insert([notice], now);
  return { request: changed, notices: [notice], read };
}

async function expire(
  stored: RequestStore,
  request: NamedRequest,
  now: number,
): Promise<RequestChange | undefined> {
  if (!(await stored.requests.close(request.id, 'expired'))) return undefined;
  const read = await stored.requests.markNoticesRead(request.id, request.to_id, now);
  return { request: { ...request, state: 'expired' }, notices: [], read };
}

/** Sends what has changed to both. */
async function publishChange(deps: RequestDeps, change: RequestChange): Promise<CheckInRequest> {
  const { request, notices, read, checkIn } = change;
  const answer = asRequest(request);
  deps.delivery.send([...notices, ...(checkIn?.notices ?? [])]);
  if (read.length > 0) deps.publisher.alertsRead(request.to_id, [...read]);
  const viewers = await deps.publisher.readAudience(() =>
    deps.stored.visibility.visibleTo(request.to_id, [request.from_id]),
  );
  deps.publisher.checkInRequestChanged(request.to_id, answer);
  if (viewers.has(request.from_id)) deps.publisher.checkInRequestChanged(request.from_id, answer);
  if (checkIn) await deps.publish([checkIn]);
  return answer;
}

interface NewsContext {
  readonly what: RequestNews['what'];
  readonly familyIds: string[];
  readonly now: number;
  readonly ids: Ids;
}

function newsOf(request: NamedRequest, { what, familyIds, now, ids }: NewsContext): Notice {
  const isOpen = what === 'open';
  const [recipientId, subjectId] = isOpen
    ? [request.to_id, request.from_id]
    : [request.from_id, request.to_id];
  return {
    id: ids.next(),
    recipientId,
    subjectId,
    familyIds,
    kind: 'request',
    about: `request:${request.id}`,
    payload: {
      requestId: request.id,
      userId: subjectId,
      userName: isOpen ? request.fromName : request.toName,
      what,
      text: isOpen ? request.text : null,
      timestamp: new Date(now).toISOString(),
    },
  };
}

const asRequest = (row: NamedRequest): CheckInRequest => ({
  id: row.id,
  fromId: row.from_id,
  fromName: row.fromName,
  toId: row.to_id,
  toName: row.toName,
  text: row.text,
  state: row.state,
  createdAt: new Date(row.created_at).toISOString(),
});
