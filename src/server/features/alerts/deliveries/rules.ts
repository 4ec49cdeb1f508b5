import type { NoticeRow } from '#server/db/schema';

export type NoticeKind = NoticeRow['kind'];

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;

interface SendingRule {
  /** Notices of a lower rank are sent first. */
  readonly rank: number;
  /** The wait before the delivery, which is not needed when a visible page shows the notice meanwhile. */
  readonly delayMs: number;
  /** After this time it is not sent any more; the app's inbox still has it. */
  readonly expiresAfterMs: number;
  /** RFC 8030: whether a phone that saves its battery shows it at once. */
  readonly urgency: 'high' | 'normal';
  /** Most attempts; an SOS is tried until it expires. */
  readonly attempts: number;
  /** It is also sent to channels that are for emergencies only. */
  readonly isEmergency: boolean;
  /** It goes out in quiet hours too. */
  readonly ignoresQuiet: boolean;
  /** Every device shows it, even if a page has shown it: it is an alarm, or replaces one. */
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
  // A caller wants to know who comes, in quiet hours too.
  sosAnswer: { ...crossing, rank: 1, urgency: 'high', ignoresQuiet: true },
  // It replaces the notification of the call, which all devices show.
  sosEnded: { ...sos, rank: 1, expiresAfterMs: HOUR_MS },
  arrival: crossing,
  departure: crossing,
  message: { ...crossing, rank: 3, expiresAfterMs: 24 * HOUR_MS },
  checkin: { ...crossing, rank: 1 },
  // The member has chosen this time, and the family gets an alarm if there is no answer.
  checkinAsked: { ...checkInDue, delayMs: 3 * SECOND_MS },
  checkinMissed: { ...checkInDue, onEveryDevice: true, isEmergency: true },
  request: { ...crossing, rank: 3, expiresAfterMs: 24 * HOUR_MS },
  // A stranger may have found the code; made-up crossings must not take its place.
  joined: { ...crossing, rank: 1, expiresAfterMs: 24 * HOUR_MS },
};

/** The pause between two emails about one conversation, unless its recipient has read the messages meanwhile. */
export const CONVERSATION_PAUSE_MS = 15 * 60 * SECOND_MS;

const FIRST_RETRY_MS = 5 * SECOND_MS;
const MAX_RETRY_MS = 5 * 60 * SECOND_MS;
/** A service may ask for a longer wait, up to this. Requests for a shorter wait are ignored. */
const MAX_RETRY_AFTER_MS = HOUR_MS;

/**
 * How long to wait after a failed attempt: exponential backoff with 20 % jitter.
 * @param attempts made so far, from 1
 * @param wanted the wait that the service asks for, in milliseconds
 * @param random from 0 to 1
 */
export function retryDelayMs(attempts: number, wanted: number | undefined, random: number): number {
  const delay = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS);
  return Math.max(Math.round(delay * (0.8 + 0.4 * random)), Math.min(wanted ?? 0, MAX_RETRY_AFTER_MS));
}
