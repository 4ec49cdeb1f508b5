import type { NoticeRow } from '#server/db/schema';

export type NoticeKind = NoticeRow['kind'];

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;

interface SendingRule {
  /** Lower ones go first. */
  readonly rank: number;
  /** In this time a visible page may show it, which makes the delivery needless. */
  readonly delayMs: number;
  /** Later it is no news; the app's own list still has it. */
  readonly expiresAfterMs: number;
  /** RFC 8030: whether a phone that saves its battery shows it at once. */
  readonly urgency: 'high' | 'normal';
  /** Most attempts; an SOS is tried until it expires. */
  readonly attempts: number;
  /** It also reaches addresses that are for calls for help only. */
  readonly isEmergency: boolean;
  /** It goes out in quiet hours too. */
  readonly ignoresQuiet: boolean;
  /** Every device shows it, also when a page has: it calls, or takes the place of a call. */
  readonly onEveryDevice: boolean;
}

const crossing: SendingRule = {
  rank: 2,
  delayMs: 3 * SECOND_MS,
  expiresAfterMs: HOUR_MS,
  urgency: 'normal',
  attempts: 8,
  isEmergency: false,
  ignoresQuiet: false,
  onEveryDevice: false,
};
const sos: SendingRule = {
  rank: 0,
  delayMs: 0,
  expiresAfterMs: 4 * HOUR_MS,
  urgency: 'high',
  attempts: Infinity,
  isEmergency: true,
  ignoresQuiet: true,
  onEveryDevice: true,
};

const checkInDue: SendingRule = {
  ...crossing,
  rank: 1,
  delayMs: 0,
  expiresAfterMs: 4 * HOUR_MS,
  urgency: 'high',
  ignoresQuiet: true,
};

/** How the notices of each kind reach closed pages. */
export const SENDING_RULES: Readonly<Record<NoticeKind, SendingRule>> = {
  sos,
  // Who calls for help wants to know who comes, at any hour.
  sosAnswer: { ...crossing, rank: 1, urgency: 'high', ignoresQuiet: true },
  // It takes the place of the call, which all devices show.
  sosEnded: { ...sos, rank: 1, expiresAfterMs: HOUR_MS },
  arrival: crossing,
  departure: crossing,
  message: { ...crossing, rank: 3, expiresAfterMs: 24 * HOUR_MS },
  checkin: { ...crossing, rank: 1 },
  // The owner has set the hour; without an answer others are alarmed.
  checkinAsked: { ...checkInDue, delayMs: 3 * SECOND_MS },
  checkinMissed: { ...checkInDue, onEveryDevice: true, isEmergency: true },
  request: { ...crossing, rank: 3, expiresAfterMs: 24 * HOUR_MS },
};

/** Between two emails about one conversation, unless its recipient has read the messages meanwhile. */
export const CONVERSATION_PAUSE_MS = 15 * 60 * SECOND_MS;

const RETRY_FIRST_MS = 5 * SECOND_MS;
const RETRY_AT_MOST_MS = 5 * 60 * SECOND_MS;
/** A service may ask for more patience than that, up to this; not for less, or one that fails would be asked without pause. */
const RETRY_AFTER_AT_MOST_MS = HOUR_MS;

/**
 * How long to wait after a failed attempt: twice as long each time, spread by 20 %, so that what failed together does not
 * come again together.
 * @param attempts made so far, from 1
 * @param wanted by the service, in milliseconds
 * @param random from 0 to 1
 */
export function retryDelayMs(attempts: number, wanted: number | undefined, random: number): number {
  const delay = Math.min(RETRY_FIRST_MS * 2 ** (attempts - 1), RETRY_AT_MOST_MS);
  return Math.max(Math.round(delay * (0.8 + 0.4 * random)), Math.min(wanted ?? 0, RETRY_AFTER_AT_MOST_MS));
}
