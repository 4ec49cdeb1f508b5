import * as z from 'zod/mini';
import { AlertsCleared, AlertsRead, SosAlert, SosTrigger } from './alerts';
import { Message, MessageAck, MessageRead, MessageSend, TypingInput, TypingUpdate } from './chat';
import { AckError } from './errorAnswers';
import { Id } from './primitives';
import { GeofenceCrossed } from './geofences';
import { Location, LocationUpdate } from './locations';
import { SessionCreated } from './session';

/** Events that clients send, with the schemas of their payloads. The server acknowledges each one. */
export const clientEvents = {
  'location:update': LocationUpdate,
  'sos:trigger': SosTrigger,
  'message:send': MessageSend,
  'typing:start': TypingInput,
  'typing:stop': TypingInput,
} as const;
export type ClientEvent = keyof typeof clientEvents;

/** A family's name, members or code changed, or the receiver's membership: clients load the families again. */
export const FamilyChanged = z.object({ familyId: Id });

/** The receiver was invited or an invitation was withdrawn: clients load the invitations again. */
export const InvitationsChanged = z.object({});

/** A geofence of the family was created, changed or deleted: clients load the geofences again. */
export const GeofencesChanged = z.object({ familyId: Id });

/** The receiver's own account changed on another of their devices in a way that they should know of. */
export const AccountChanged = z.object({ change: z.enum(['email', 'phone', 'factors']) });

/** Events that the server sends, with the schemas of their payloads. */
export const serverEvents = {
  'location:updated': Location,
  'family:changed': FamilyChanged,
  'invitations:changed': InvitationsChanged,
  'geofences:changed': GeofencesChanged,
  'geofence:entered': GeofenceCrossed,
  'geofence:exited': GeofenceCrossed,
  'sos:alert': SosAlert,
  'message:received': Message,
  'message:read': MessageRead,
  'typing:update': TypingUpdate,
  'session:created': SessionCreated,
  'account:changed': AccountChanged,
  'alerts:read': AlertsRead,
  'alerts:cleared': AlertsCleared,
} as const;
export type ServerEvent = keyof typeof serverEvents;
export type ServerEventPayload<E extends ServerEvent> = z.output<(typeof serverEvents)[E]>;

/** The acknowledgement of a client event. `ok` means that it is stored. */
export const Ack = z.union([z.object({ ok: z.literal(true) }), AckError]);
export type Ack = z.output<typeof Ack>;

/** Fields of acknowledgements besides `ok`. */
export const ackContents = { 'message:send': MessageAck } as const;
export type AckContent<E extends ClientEvent> = E extends keyof typeof ackContents
  ? z.output<(typeof ackContents)[E]>
  : void;

/** Message of the `connect_error` for a missing, invalid, expired or revoked token. */
export const UNAUTHORIZED = 'unauthorized';

/** The acknowledgement of an alert. `shown`: the page was visible and displayed it, so closed pages need not. */
export const KeptReply = z.object({ shown: z.optional(z.boolean()) });
export type KeptReply = z.output<typeof KeptReply>;

/** Event maps for the types of Socket.IO. */
export type ClientToServerEvents = {
  [E in ClientEvent]: (payload: z.input<(typeof clientEvents)[E]>, ack: (reply: Ack) => void) => void;
};
export type ServerToClientEvents = {
  [E in ServerEvent]: (
    payload: z.input<(typeof serverEvents)[E]>,
    received?: (reply?: KeptReply) => void,
  ) => void;
};

/**
 * Events that the server keeps for members who are offline. It asks for an acknowledgement of each; a client that sends
 * none but stays connected counts as having received it.
 */
export const KEPT_EVENTS = [
  'geofence:entered',
  'geofence:exited',
  'sos:alert',
] as const satisfies ServerEvent[];
export type KeptEvent = (typeof KEPT_EVENTS)[number];
