import type { FastifyBaseLogger } from 'fastify';
import type { PhoneApp, PhoneError } from '#contract/phones';
import type { Clock } from '#server/clock';
import type { PhoneRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import { eventLoopTurns, inSlices } from '#server/eventLoopTurns';
import type { SosService } from '#server/features/alerts/sos/deps';
import type { FixOfWriter } from '#server/features/locations/pendingWrites';
import type { LocationWriter } from '#server/features/locations/locationWriter';
import type { PresenceRepository } from '#server/features/locations/presence/repository';
import type { PresenceService } from '#server/features/locations/presence/service';
import type { LocationRepository } from '#server/features/locations/repository';
import { fairTurns } from '#server/fairTurns';
import type { Publisher } from '#server/publisher';
import { throttlePerKey } from '#server/throttlePerKey';
import type { AnswerService } from '../answer/service';
import { secretHash } from '../keys';
import { toPhone } from '../mapper';
import type { FixItem, PhoneItem, PhoneRequest, SosItem } from '../readers/items';
import { readPhoneInSteps } from '../readers/readPhone';
import type { PhoneStore } from '../service';
import { isLate, lateTurns } from './lateTurns';
import { newestPower } from './phoneState';
import { quotaOf } from './quota';
import { type CallLimits, createSosCaller, holdsCall, shareDuringCall } from './sosCaller';
import { requireKey, type TakeInDeps, type Taken, takeIn } from './takeIn';
import { SMALL_BODY } from './turns';

/** A request with a key that opens the path. */
export interface ReceivedRequest {
  readonly request: PhoneRequest;
  readonly userAgent: string;
  /** Does everything but store. */
  readonly isDry: boolean;
  /** Only such a key reads what OwnTracks gets back. */
  readonly isKeyInHeader: boolean;
}

/** Requests of phones with an app. */
export interface PhoneRequestService {
  /** @throws DomainError 401 for a key that is unknown, revoked or of another app */
  authenticate(app: PhoneApp, key: string | undefined): Promise<PhoneRow>;
  /** Whether a small request holds a call for help that its family should hear. */
  callsForHelp(received: ReceivedRequest): boolean;
  /**
   * Takes what a phone sends, whatever it is, and resolves after it is stored.
   * @returns what OwnTracks gets back
   * @throws DomainError 503 when it cannot be stored
   */
  receive(phone: PhoneRow, received: ReceivedRequest): Promise<readonly object[]>;
}

export interface PhoneRequestDeps extends PhoneStore, TakeInDeps {
  readonly locations: Pick<LocationRepository, 'latestOf'>;
  readonly heard: Pick<PresenceRepository, 'noteHeard'>;
  readonly writer: LocationWriter;
  readonly presence: PresenceService;
  readonly sos: Pick<SosService, 'trigger' | 'openCallOf' | 'move' | 'moveOfPhone'>;
  readonly limits: CallLimits;
  readonly answers: AnswerService;
  readonly publisher: Publisher;
  readonly clock: Clock;
  /** Asked before old positions are stored. @throws DomainError 503 while the disk is almost full */
  requireSpace(): Promise<void>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** A phone that empties its queue changes many times a second; its owner's pages see it at most this often. */
const PUBLISH_EVERY_MS = 2_000;

/** @see PhoneRequestService */
export function phoneRequestService(deps: PhoneRequestDeps): PhoneRequestService {
  const { phones, clock, answers } = deps;
  const callForHelp = createSosCaller(deps);
  const publish = ownersNews(deps);
  const read = requestReader();
  const inLateTurn = lateTurns();

  return {
    async authenticate(app, key) {
      const phone = key === undefined ? undefined : await phones.byKeyHash(secretHash(key));
      if (phone?.app !== app) throw new DomainError('phone_key_unknown');
      return phone;
    },
    callsForHelp: ({ request, isDry }) => !isDry && holdsCall(request, clock.now()),
    async receive(phone, received) {
      const now = clock.now();
      const { items, content } = await read(phone, received.request, now);
      if (received.isDry) return [];
      const calls = items.filter((item): item is SosItem => item.kind === 'sos');
      if (calls.length > 0) await requireKey(phones, phone);
      const problem = await callForHelp(phone, calls, now);
      const newest = newestTime(items);
      if (newest !== undefined && isLate(newest, now)) await deps.requireSpace();
      const taken = await inLateTurn({ userId: phone.user_id, newest }, now, () =>
        store(deps, phone, { items, content, app: phone.app, userAgent: received.userAgent, problem, now }),
      );
      await publish(phone, taken.problem);
      const from = items.findLast(isFix);
      const isAnswered = received.request.app === 'owntracks' && received.isKeyInHeader && from !== undefined;
      return isAnswered ? answers.answerFor(phone, { hasRepeats: taken.hasRepeats, from }) : [];
    },
  };
}

/** Reads requests in slices, and one large body at a time: parsing it blocks everyone for a moment. */
function requestReader() {
  const nextTurn = eventLoopTurns();
  const inLargeTurn = fairTurns(1);
  return (phone: PhoneRow, request: PhoneRequest, now: number) => {
    const read = () => inSlices(readPhoneInSteps(request, now), nextTurn);
    if (request.body.length <= SMALL_BODY) return read();
    return inLargeTurn(phone.user_id, async () => {
      // The slices of other requests come first.
      await nextTurn();
      return read();
    });
  };
}

const isFix = (item: PhoneItem): item is FixItem => item.kind === 'fix';

/** Epoch milliseconds; undefined without positions. */
function newestTime(items: readonly PhoneItem[]): number | undefined {
  let newest: string | undefined;
  for (const item of items)
    if (isFix(item) && (newest === undefined || item.timestamp > newest)) newest = item.timestamp;
  return newest === undefined ? undefined : Date.parse(newest);
}

/** Stores a request and its positions, and tells that the phone was heard. */
async function store(
  deps: PhoneRequestDeps,
  phone: PhoneRow,
  taken: Taken,
): Promise<{ hasRepeats: boolean; problem: PhoneError | undefined }> {
  const { items, now } = taken;
  const { fixes, leads, isPaused, problem, newest } = await takeIn(deps, phone, taken);
  await shareDuringCall(deps, phone, newest);
  const hasRepeats = fixes.length > 0 && (await writeFixes(deps, phone, fixes)) > 0;
  if (leads && !isPaused && (await deps.heard.noteHeard(phone.user_id, now, newestPower(items))))
    deps.presence.publish(phone.user_id);
  return { hasRepeats, problem };
}

/** Stores positions and gives back the quota of those that add none. @returns how many were stored before */
async function writeFixes(
  { writer, sources, phones, isLimited }: PhoneRequestDeps,
  phone: PhoneRow,
  fixes: readonly FixOfWriter[],
): Promise<number> {
  let added = 0;
  // A phone that is removed stops what it sent before as well.
  const requireUsed = async (): Promise<void> => void (await requireKey(phones, phone));
  try {
    const { used, repeats } = await writer.write(fixes, { isFromPhone: true, requireUsed });
    added = used - repeats;
    return repeats;
  } finally {
    if (isLimited && added < fixes.length)
      await sources.giveBack(phone.user_id, quotaOf(fixes.length - added));
  }
}

/** Publishes a phone's state to its owner's pages: at its first request, with each new problem, otherwise now and then. */
function ownersNews({ phones, publisher, log }: PhoneRequestDeps) {
  const publish = async (id: string): Promise<void> => {
    const row = await phones.byId(id);
    if (row) publisher.phoneChanged(row.user_id, { id, phone: toPhone(row) });
  };
  const publishSoon = throttlePerKey((id) => {
    publish(id).catch((error: unknown) => log.warn(error, 'A change of a phone was not published'));
  }, PUBLISH_EVERY_MS);
  return async (before: PhoneRow, problem: PhoneError | undefined): Promise<void> => {
    const isNews = before.last_seen_at === null || (problem !== undefined && problem !== before.last_error);
    if (isNews) await publish(before.id);
    else publishSoon(before.id);
  };
}
