import type { FastifyBaseLogger } from 'fastify';
import type { PhoneApp, PhoneError } from '#contract/phones';
import type { Clock } from '#server/clock';
import { toFlag, type PhoneRow, type PositionSourceRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import { eventLoopTurns, inSlices } from '#server/eventLoopTurns';
import type { SosService } from '#server/features/alerts/sos/deps';
import type { FixOfWriter, Written } from '#server/features/locations/pendingWrites';
import type { LocationWriter } from '#server/features/locations/locationWriter';
import type { PresenceRepository } from '#server/features/locations/presence/repository';
import type { PresenceService } from '#server/features/locations/presence/service';
import type { LocationRepository } from '#server/features/locations/repository';
import { pauseAt } from '#server/features/locations/sources/pauses';
import type { Publisher } from '#server/publisher';
import type { AnswerService } from '../answer/service';
import { secretHash } from '../keys';
import { toPhone } from '../mapper';
import type { FixItem, PhoneItem, PhoneRequest, SosItem } from '../readers/items';
import type { Body } from '../readers/body';
import { readPhoneInSteps } from '../readers/readPhone';
import type { PhoneStore } from '../service';
import { fairTurns } from './fairTurns';
import { isLate, lateTurns } from './lateTurns';
import { decideLeading } from './leading';
import { newestPower, stateAfter } from './phoneState';
import { createSosCaller, shareDuringCall } from './sosCaller';
import { statusHints } from './statusHints';
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
  /**
   * Takes what a phone sends, whatever it is, and resolves after it is stored.
   * @returns what OwnTracks gets back
   * @throws DomainError 503 when it cannot be stored
   */
  receive(phone: PhoneRow, received: ReceivedRequest): Promise<readonly object[]>;
}

export interface PhoneRequestDeps extends PhoneStore {
  inTransaction<Result>(work: (stored: PhoneStore) => Promise<Result>): Promise<Result>;
  readonly locations: Pick<LocationRepository, 'latestOf'>;
  readonly heard: Pick<PresenceRepository, 'noteHeard'>;
  readonly writer: LocationWriter;
  readonly presence: PresenceService;
  readonly sos: Pick<SosService, 'trigger' | 'openCallOf' | 'move' | 'moveOfPhone'>;
  /** Whether calls for help of a phone have a limit. */
  readonly limitsCalls: boolean;
  readonly answers: AnswerService;
  readonly publisher: Publisher;
  readonly clock: Clock;
  readonly retentionDays: number;
  /** Asked before old positions are stored. @throws DomainError 503 while the disk is almost full */
  requireSpace(): Promise<void>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

const DAY_MS = 24 * 3_600_000;
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
        store(deps, phone, { items, content, received, problem, now }),
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

/**
 * Requests of a phone wait for each other, and its key may be revoked meanwhile.
 * @returns the phone as it is now @throws DomainError 401
 */
async function requireKey(phones: PhoneStore['phones'], { id, key_hash }: PhoneRow): Promise<PhoneRow> {
  const current = await phones.byId(id);
  if (current?.key_hash !== key_hash) throw new DomainError('phone_key_unknown');
  return current;
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
): Promise<Pick<Written, 'hasRepeats'> & { problem: PhoneError | undefined }> {
  const { items, problem, now } = taken;
  const { fixes, leads, isPaused, problem: late, newest } = await takeIn(deps, phone, taken);
  const none: Written = { used: 0, hasRepeats: false };
  await shareDuringCall(deps, phone, newest);
  // A phone that is removed stops what it sent before as well.
  const requireUsed = async (): Promise<void> => void (await requireKey(deps.phones, phone));
  const { hasRepeats } =
    fixes.length === 0 ? none : await deps.writer.write(fixes, { isFromPhone: true, requireUsed });
  if (leads && !isPaused && (await deps.heard.noteHeard(phone.user_id, now, newestPower(items))))
    deps.presence.publish(phone.user_id);
  return { hasRepeats, problem: problem ?? late };
}

interface Taken {
  readonly items: readonly PhoneItem[];
  readonly content: Body;
  readonly received: ReceivedRequest;
  readonly problem: PhoneError | undefined;
  readonly now: number;
}

interface TakenIn {
  readonly fixes: FixOfWriter[];
  /** Of the positions that are young enough; also while the owner has paused, and when another phone leads. */
  readonly newest: FixItem | undefined;
  readonly leads: boolean;
  readonly isPaused: boolean;
  readonly problem: PhoneError | undefined;
}

/** Stores what the request shows of the phone, and decides which of its positions count. */
function takeIn(
  { inTransaction, retentionDays }: PhoneRequestDeps,
  phone: PhoneRow,
  { items, content, received, problem, now }: Taken,
): Promise<TakenIn> {
  const all = inTimeOrder(items.flatMap(placed));
  // The apps cut times to whole seconds.
  const connectedAt = Math.floor(phone.created_at / 1_000) * 1_000;
  const oldest = Math.max(connectedAt, now - retentionDays * DAY_MS);
  const kept = all.filter(({ timestamp }) => Date.parse(timestamp) >= oldest);
  const found = problem ?? (kept.length < all.length && kept.length === 0 ? 'too_old' : undefined);
  const hints = received.request.app === 'owntracks' ? statusHints(content) : undefined;
  return inTransaction(async ({ phones, sources }) => {
    const current = await requireKey(phones, phone);
    const [source] = await sources.of([phone.user_id]);
    const { leads, counts, update, standIn } = decideLeading(current, source, kept, now);
    const state = stateAfter(current, items, { now, userAgent: received.userAgent, problem: found });
    await phones.change(phone.id, {
      ...state,
      ...update,
      ...(hints === undefined ? {} : { hints: JSON.stringify(hints) }),
    });
    if (leads) await sources.put(phone.user_id, { ...leadOf(current, now), ...standIn });
    const pauses = source?.has_pauses === 1 ? await sources.pausesOf([phone.user_id], now) : [];
    const fixes = kept.map((fix) => toRow(phone, fix, now)).filter(({ recorded_at: at }) => counts(at));
    const isPaused = pauseAt(pauses, now) !== undefined;
    return { fixes, newest: kept.at(-1), leads, isPaused, problem: found };
  });
}

const leadOf = (phone: PhoneRow, now: number): Partial<PositionSourceRow> => ({
  heard_at: now,
  leading_phone_id: phone.is_primary === 1 ? null : phone.id,
});

/** A position, also that of a call for help. */
function placed(item: PhoneItem): FixItem[] {
  if (item.kind === 'fix') return [item];
  if (item.kind !== 'sos' || item.latitude === null || item.longitude === null) return [];
  return [{ ...item, kind: 'fix', latitude: item.latitude, longitude: item.longitude }];
}

/** Oldest first; of several of one moment the first. */
function inTimeOrder(fixes: readonly FixItem[]): FixItem[] {
  const byTime = new Map<string, FixItem>();
  for (const fix of fixes) if (!byTime.has(fix.timestamp)) byTime.set(fix.timestamp, fix);
  return [...byTime.values()].toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
}

function toRow({ user_id, app }: PhoneRow, fix: FixItem, now: number): FixOfWriter {
  const { latitude, longitude, accuracy, altitude, speed, course, battery, motion, charging } = fix;
  return {
    user_id,
    recorded_at: Date.parse(fix.timestamp),
    latitude,
    longitude,
    accuracy,
    details: {
      altitude,
      speed,
      course,
      battery,
      motion,
      source: app,
      charging: charging === null ? null : toFlag(charging),
      seen_at: now,
    },
  };
}

/** Publishes a phone's state to its owner's pages: at its first request, with each new problem, otherwise now and then. */
function ownersNews({ phones, publisher, clock }: PhoneRequestDeps) {
  const toldAt = new Map<string, number>();
  return async (before: PhoneRow, problem: PhoneError | undefined): Promise<void> => {
    const now = clock.now();
    const isNews = before.last_seen_at === null || (problem !== undefined && problem !== before.last_error);
    if (!isNews && Math.abs(now - (toldAt.get(before.id) ?? 0)) < PUBLISH_EVERY_MS) return;
    for (const [id, at] of toldAt) if (Math.abs(now - at) >= PUBLISH_EVERY_MS) toldAt.delete(id);
    toldAt.set(before.id, now);
    const row = await phones.byId(before.id);
    if (row) publisher.phoneChanged(row.user_id, { id: row.id, phone: toPhone(row) });
  };
}
