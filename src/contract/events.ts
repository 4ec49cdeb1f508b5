import * as z from 'zod/mini';
import { SosTrigger } from './alerts';
import { MessageSend, TypingInput } from './chat';
import { type Ack, checkedAckContents, checkedServerEvents } from './checkedEvents';
import { CheckIn, CheckInNews, CheckInRequest, RequestNews } from './checkIns';
import { AlertsCleared, AlertsRead, InboxAlert, MemberJoined } from './inbox';
import { LocationAck, LocationUpdate } from './locations';
import { PhoneChanged, Presence } from './phones';
import { SessionCreated } from './session';
import { SosAck, SosAnswered, SosCall, SosEnded, SosMove, SosMoved } from './sos';

export { Ack, UNAUTHORIZED } from './checkedEvents';

/** Events that clients send, with the schemas of their payloads. The server acknowledges each one. */
export const clientEvents = {
  'location:update': LocationUpdate,
  'sos:trigger': SosTrigger,
  'sos:move': SosMove,
  'message:send': MessageSend,
  'typing:start': TypingInput,
  'typing:stop': TypingInput,
} as const;
export type ClientEvent = keyof typeof clientEvents;

/** The receiver's own account changed on another of their devices in a way that they should know of. */
export const AccountChanged = z.object({ change: z.enum(['email', 'phone', 'factors', 'phones']) });

/**
 * The receiver has paused or resumed sharing in another session, or changed what notifies them. Only the receiver's own other
 * sessions get it.
 */
export const SettingsChanged = z.object({ what: z.enum(['sharing', 'notifications', 'preferences']) });

/** Events that the server sends, with the schemas of their payloads. What only this server sends the client need not check. */
export const serverEvents = {
  ...checkedServerEvents,
  'session:created': SessionCreated,
  'account:changed': AccountChanged,
  'settings:changed': SettingsChanged,
  'alerts:read': AlertsRead,
  'alerts:cleared': AlertsCleared,
  /** An arrival or departure that was reported late: it is in the inbox, without a notification. */
  'alert:recorded': InboxAlert,
  'sos:changed': SosCall,
  'sos:moved': SosMoved,
  /** An answer to an SOS of the receiver. */
  'sos:answered': SosAnswered,
  /** An SOS is over. */
  'sos:ended': SosEnded,
  /** A check-in of the receiver, or one that they watch, has changed. */
  'checkin:changed': CheckIn,
  'checkin:alert': CheckInNews,
  /** A request to or from the receiver was made, answered or has expired. */
  'request:changed': CheckInRequest,
  'request:alert': RequestNews,
  'member:joined': MemberJoined,
  'phone:changed': PhoneChanged,
  'presence:changed': Presence,
} as const;
export type ServerEvent = keyof typeof serverEvents;
export type ServerEventPayload<E extends ServerEvent> = z.output<(typeof serverEvents)[E]>;

/** Fields of acknowledgements besides `ok`. */
export const ackContents = {
  ...checkedAckContents,
  'sos:trigger': SosAck,
  'location:update': LocationAck,
} as const;
export type AckContent<E extends ClientEvent> = E extends keyof typeof ackContents
  ? z.output<(typeof ackContents)[E]>
  : void;

/** The acknowledgement of an alert. `shown`: the page was visible and displayed it, so closed pages need not. */
export const StoredEventReply = z.object({ shown: z.optional(z.boolean()) });
export type StoredEventReply = z.output<typeof StoredEventReply>;

/** Event maps for the types of Socket.IO. */
export type ClientToServerEvents = {
  [E in ClientEvent]: (payload: z.input<(typeof clientEvents)[E]>, ack: (reply: Ack) => void) => void;
};
export type ServerToClientEvents = {
  [E in ServerEvent]: (
    payload: z.input<(typeof serverEvents)[E]>,
    received?: (reply?: StoredEventReply) => void,
  ) => void;
};

/**
 * Events that the server keeps for members who are offline. It asks for an acknowledgement of each; a client that sends
 * none but stays connected counts as having received it.
 */
export const STORED_EVENTS = [
  'geofence:entered',
  'geofence:exited',
  'sos:alert',
  'sos:answered',
  'sos:ended',
  'checkin:alert',
  'request:alert',
  'member:joined',
] as const satisfies ServerEvent[];
export type StoredEvent = (typeof STORED_EVENTS)[number];
