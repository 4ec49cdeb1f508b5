import * as z from 'zod/mini';
import { SosAlert, SosTrigger } from './alerts';
import { Message, MessageAck, MessageRead, MessageSend, TypingInput, TypingUpdate } from './chat';
import { AckError } from './errors';
import { Id } from './primitives';
import { GeofenceCrossed } from './geofences';
import { Location, LocationUpdate } from './locations';

/** What the client may send, each with its payload. Every one is acknowledged. */
export const clientEvents = {
  'location:update': LocationUpdate,
  'sos:trigger': SosTrigger,
  'message:send': MessageSend,
  'typing:start': TypingInput,
  'typing:stop': TypingInput,
} as const;
export type ClientEvent = keyof typeof clientEvents;

/** A family's name, members or code changed, or the receiver's own membership did: load the families again. */
export const FamilyChanged = z.object({ familyId: Id });

/** Somebody has invited the receiver, or taken it back: load the invitations again. */
export const InvitationsChanged = z.object({});

/** A geofence of the family was made, changed or deleted: load them again. */
export const GeofencesChanged = z.object({ familyId: Id });

/** What the server may send, each with its payload. */
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
} as const;
export type ServerEvent = keyof typeof serverEvents;
export type ServerEventPayload<E extends ServerEvent> = z.output<(typeof serverEvents)[E]>;

/** The reply to a client event. What is acknowledged with `ok` is stored. */
export const Ack = z.union([z.object({ ok: z.literal(true) }), AckError]);
export type Ack = z.output<typeof Ack>;

/** What acknowledgements carry besides `ok`. */
export const ackContents = { 'message:send': MessageAck } as const;
export type AckContent<E extends ClientEvent> = E extends keyof typeof ackContents
  ? z.output<(typeof ackContents)[E]>
  : void;

/** Message of the `connect_error` that a missing, wrong or dead token gets. */
export const UNAUTHORIZED = 'unauthorized';

/** Event maps in the form that Socket.IO's own types take. */
export type ClientToServerEvents = {
  [E in ClientEvent]: (payload: z.input<(typeof clientEvents)[E]>, ack: (reply: Ack) => void) => void;
};
export type ServerToClientEvents = {
  [E in ServerEvent]: (payload: z.input<(typeof serverEvents)[E]>, received?: () => void) => void;
};

/**
 * Events that are kept for people who are offline. The server asks for an acknowledgement of each; a client that gives
 * none is taken to have it as long as it stays connected.
 */
export const KEPT_EVENTS = [
  'geofence:entered',
  'geofence:exited',
  'sos:alert',
] as const satisfies ServerEvent[];
export type KeptEvent = (typeof KEPT_EVENTS)[number];
