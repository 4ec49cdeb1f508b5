import type { FastifyBaseLogger } from 'fastify';
import type { PhoneError } from '#contract/phones';
import type { PhoneRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import type { SosService } from '#server/features/alerts/sos/deps';
import type { LocationRepository } from '#server/features/locations/repository';
import type { FixItem, PhoneRequest, SosItem } from '../readers/items';
import { readPhone } from '../readers/readPhone';
import { SMALL_BODY } from './turns';

/** Counts the calls of each phone, for all processes together. */
export interface CallLimits {
  /** @throws DomainError 429 beyond 10 in a minute */
  consume(limit: 'sosOfPhone', phoneId: string): Promise<void>;
}

interface SosCallerDeps {
  readonly sos: Pick<SosService, 'trigger' | 'openCallOf' | 'move' | 'moveOfPhone'>;
  readonly locations: Pick<LocationRepository, 'latestOf'>;
  readonly limits: CallLimits;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** An older call is over: it may have waited in a queue. */
const YOUNG_MS = 24 * 3_600_000;

interface KnownPosition {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracy: number | null;
  /** When it was taken, epoch milliseconds. */
  readonly takenAt: number;
}

/** Whether a request is a young call for help. Only small ones are read: the app sends each alone. */
export const holdsCall = (request: PhoneRequest, now: number): boolean =>
  request.app === 'osmand' &&
  request.body.length <= SMALL_BODY &&
  /sos/iu.test(request.query + request.body) &&
  readPhone(request, now).some((item) => item.kind === 'sos' && now - Date.parse(item.timestamp) < YOUNG_MS);

/** How the client ids of a phone's calls begin. */
const callPrefix = ({ id }: PhoneRow): string => `${id}:`;

/**
 * Shows the people called where a phone is, as long as the call that it has made is open, also while its owner has paused.
 * Of several positions only the newest is news.
 */
export async function shareDuringCall(
  { sos, log }: SosCallerDeps,
  phone: PhoneRow,
  newest: FixItem | undefined,
): Promise<void> {
  if (!newest) return;
  const { latitude, longitude, accuracy, timestamp } = newest;
  const position = { latitude, longitude, timestamp, ...(accuracy === null ? {} : { accuracy }) };
  try {
    await sos.moveOfPhone(phone.user_id, callPrefix(phone), position);
  } catch (error) {
    // The request is stored all the same: the phone would only send it again, and the next position comes soon.
    log.warn({ err: error }, 'a position of a phone did not reach its SOS');
  }
}

/**
 * Calls for help of phones, also while their owner has paused.
 * @returns a function that alerts the family for the newest of the calls. It resolves with what the owner has to know, or
 * with undefined
 * @throws an error of the database, when a call cannot be stored: the phone sends it again
 */
export function createSosCaller({ sos, locations, limits, log }: SosCallerDeps) {
  const isOneTooMany = ({ id }: PhoneRow): Promise<boolean> =>
    limits.consume('sosOfPhone', id).then(
      () => false,
      () => true,
    );

  /** Where the call was made, or else the newest position: with its age it helps more than none. */
  async function positionOf(phone: PhoneRow, item: SosItem): Promise<KnownPosition | undefined> {
    const { latitude, longitude, accuracy } = item;
    if (latitude !== null && longitude !== null)
      return { latitude, longitude, accuracy, takenAt: Date.parse(item.timestamp) };
    const [latest] = await locations.latestOf([phone.user_id]);
    return latest && { ...latest, takenAt: latest.recorded_at };
  }

  async function call(phone: PhoneRow, item: SosItem, now: number): Promise<PhoneError | undefined> {
    const calledAt = Date.parse(item.timestamp);
    if (now - calledAt >= YOUNG_MS) return 'too_old';
    const known = await positionOf(phone, item);
    if (!known) return 'sos_unheard';
    const { latitude, longitude, accuracy, takenAt } = known;
    const timestamp = new Date(takenAt).toISOString();
    const position = { latitude, longitude, timestamp, ...(accuracy === null ? {} : { accuracy }) };
    const caller = { userId: phone.user_id, hasDevice: true, calledAt: Math.min(calledAt, now) };
    const trigger = { ...position, clientId: callPrefix(phone) + item.timestamp };
    let openCall: string | undefined;
    try {
      const beforeNew = async (): Promise<void> => {
        // A phone that is refused sends no more; the family knows of the open call. Without one the call is made.
        if (await isOneTooMany(phone)) openCall = await sos.openCallOf(phone.user_id);
        if (openCall !== undefined) throw new DomainError('too_many_requests');
      };
      await sos.trigger(caller, trigger, { beforeNew, mayListPeople: async () => false });
      return undefined;
    } catch (error) {
      if (openCall !== undefined) {
        await sos.move(phone.user_id, { id: openCall, ...position });
        return undefined;
      }
      if (!(error instanceof DomainError && error.statusCode === 409)) throw error;
      log.warn('an SOS of a phone had no one to reach');
      return 'sos_unheard';
    }
  }

  return async (phone: PhoneRow, items: readonly SosItem[], now: number): Promise<PhoneError | undefined> => {
    const [first, ...others] = items;
    if (!first) return undefined;
    // Of a queue that is sent at once the newest is enough: the others would only call again, a thousand times if invented.
    const newest = others.reduce((one, other) => (one.timestamp < other.timestamp ? other : one), first);
    return call(phone, newest, now);
  };
}
