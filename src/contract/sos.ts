import * as z from 'zod/mini';
import { NoAnswer, nothingIn, type Route } from './defineRoute';
import { Accuracy } from './locations';
import { DeliveryState } from './notifications';
import {
  AlertId,
  code,
  Id,
  IdInput,
  Latitude,
  Longitude,
  OptionalText,
  Timestamp,
  TimestampInput,
} from './primitives';

/** What a person who was called says. `seen` comes from opening the call, and never replaces another answer. */
export const SosAnswer = z.enum(['seen', 'coming', 'safe', 'call'], code('sos_answer_invalid'));
export type SosAnswer = z.output<typeof SosAnswer>;

/** How an SOS ended. `expired`: its caller did not end it in time, or no member was left to see it. */
export const SosEnding = z.enum(['safe', 'falseAlarm', 'expired']);
export type SosEnding = z.output<typeof SosEnding>;

/** Sent to the caller: what a person answered. */
export const SosAnswered = z.object({
  alertId: AlertId,
  /** Of the SOS. */
  id: Id,
  /** Who answered. */
  userId: Id,
  userName: z.string(),
  answer: SosAnswer,
  timestamp: Timestamp,
});
export type SosAnswered = z.output<typeof SosAnswered>;

/** Sent to the people called when an SOS is over, and to the caller when it expired. */
export const SosEnded = z.object({
  alertId: AlertId,
  /** Of the SOS. */
  id: Id,
  /** The caller. */
  userId: Id,
  userName: z.string(),
  ending: SosEnding,
  startedAt: Timestamp,
  timestamp: Timestamp,
});
export type SosEnded = z.output<typeof SosEnded>;

/** Where a caller is. */
export const SosPosition = z.object({
  latitude: z.number(),
  longitude: z.number(),
  accuracy: z._default(z.nullable(z.number()), null),
  timestamp: Timestamp,
});
export type SosPosition = z.output<typeof SosPosition>;

/** How far the delivery to a person is on one way: `app` is an open page, the others are channels. */
export const SosReach = z.object({
  how: z.enum(['app', 'push', 'email', 'ntfy', 'webhook']),
  /** Of an open page: `shown` when it was visible, otherwise `handedOver`. */
  state: DeliveryState,
  at: z.nullable(Timestamp),
});
export type SosReach = z.output<typeof SosReach>;

/** A person who was called, and what is known of them. */
export const SosPerson = z.object({
  userId: Id,
  name: z.string(),
  answer: z.nullable(SosAnswer),
  answeredAt: z.nullable(Timestamp),
  /** For the caller only: the number of someone who asks to be called; null: their profile has none. */
  phone: z.optional(z.nullable(z.string())),
  /** The best state of each way; empty: no way to reach this person is set up, and no page was open. */
  reached: z.array(SosReach),
});
export type SosPerson = z.output<typeof SosPerson>;

/** An SOS as the caller and the people who were called see it. Of the others each sees those of common families. */
export const SosCall = z.object({
  id: Id,
  /** The caller. */
  userId: Id,
  userName: z.string(),
  message: OptionalText,
  /** The caller's phone number. */
  phone: OptionalText,
  startedAt: Timestamp,
  /** Null while it is open. */
  endedAt: z.nullable(Timestamp),
  ending: z.nullable(SosEnding),
  /** Grows with every change: a client drops a call whose revision is not newer than what it has. */
  revision: z.number(),
  position: SosPosition,
  people: z.array(SosPerson),
});
export type SosCall = z.output<typeof SosCall>;

/**
 * A line of the log of an SOS. `detail` depends on `what`:
 * `called`, `calledAgain` (by the caller), `repeated` (by the server, to those without an answer): null;
 * `answered`: the answer; `ended`: the ending;
 * `reached`: way and state, such as `app.shown`, `push.handedOver` or `email.failed`; `notReached`: `noAlerts`.
 */
export const SosLogEntry = z.object({
  at: Timestamp,
  /** Whom it concerns; null: the server did it. */
  userId: z.nullable(Id),
  what: z.enum(['called', 'calledAgain', 'repeated', 'answered', 'ended', 'reached', 'notReached']),
  detail: OptionalText,
});
export type SosLogEntry = z.output<typeof SosLogEntry>;

/** An SOS with where the caller was, oldest first, and what happened, oldest first. */
export const SosDetails = z.extend(SosCall, { track: z.array(SosPosition), log: z.array(SosLogEntry) });
export type SosDetails = z.output<typeof SosDetails>;

/** Content of the acknowledgement of `sos:trigger`. Servers that know only the specification send none of it. */
export const SosAck = z.object({
  /** Null: the server knows no life cycle of an SOS; send no `sos:move`. */
  id: z._default(z.nullable(Id), null),
  /** Who was called. */
  people: z._default(z.array(z.object({ userId: Id, name: z.string() })), []),
});
export type SosAck = z.output<typeof SosAck>;

/** A caller's new position, as the caller's device sends it. At most two in a second go to the people called. */
export const SosMove = z.strictObject(
  {
    id: IdInput,
    latitude: Latitude,
    longitude: Longitude,
    accuracy: z.optional(Accuracy),
    timestamp: z.optional(TimestampInput),
  },
  code('sos_move_fields_required'),
);
export type SosMove = z.output<typeof SosMove>;

/** A caller's new position, as the people called receive it. */
export const SosMoved = z.extend(SosPosition, { id: Id });
export type SosMoved = z.output<typeof SosMoved>;

const byId = { params: z.strictObject({ id: IdInput }) };
const ANSWER_REQUIRED = code('sos_answer_invalid');

/** Routes for the life of an SOS. Not in the specification: other servers answer 404. */
export const sosRoutes = {
  /** Calls of the last 30 days by and to the viewer, newest first; open ones have no `endedAt`. */
  listSos: {
    ...nothingIn,
    method: 'GET',
    path: '/api/sos',
    auth: 'session',
    status: 200,
    answer: z.array(SosCall),
  },
  getSos: {
    ...nothingIn,
    ...byId,
    method: 'GET',
    path: '/api/sos/:id',
    auth: 'session',
    status: 200,
    answer: SosDetails,
  },
  answerSos: {
    ...nothingIn,
    ...byId,
    method: 'POST',
    path: '/api/sos/:id/answers',
    isUrgent: true,
    auth: 'session',
    status: 200,
    body: z.strictObject({ answer: SosAnswer }, ANSWER_REQUIRED),
    answer: SosCall,
  },
  /** From a notification: the service worker has no session. The receipt is valid for its recipient and this SOS only. */
  answerSosByReceipt: {
    ...nothingIn,
    method: 'POST',
    path: '/api/sos/answers',
    isUrgent: true,
    auth: 'none',
    status: 204,
    body: z.strictObject(
      {
        receipt: z.string(ANSWER_REQUIRED).check(z.regex(/^[\w-]{22}$/u, ANSWER_REQUIRED)),
        answer: SosAnswer,
      },
      ANSWER_REQUIRED,
    ),
    answer: NoAnswer,
  },
  /** By the caller, from any of their devices. */
  closeSos: {
    ...nothingIn,
    ...byId,
    method: 'POST',
    path: '/api/sos/:id/close',
    isUrgent: true,
    auth: 'session',
    status: 200,
    body: z.strictObject(
      { ending: z.enum(['safe', 'falseAlarm'], code('sos_ending_invalid')) },
      code('sos_ending_invalid'),
    ),
    answer: SosCall,
  },
} as const satisfies Record<string, Route>;
