import * as z from 'zod/mini';
import { SosAlert, SosTrigger } from './alerts';
import { Id } from './forms';
import { GeofenceCrossed } from './geofences';
import { Location, LocationUpdate } from './locations';

/** What the client may send, each with its payload. Every one is acknowledged. */
export const clientEvents = {
  'location:update': LocationUpdate,
  'sos:trigger': SosTrigger,
} as const;
export type ClientEvent = keyof typeof clientEvents;

/** A family's name, members or code changed, or the receiver's own membership did: load the families again. */
export const FamilyChanged = z.object({ familyId: Id });

/** Somebody has invited the receiver, or taken it back: load the invitations again. */
export const InvitationsChanged = z.object({});

/** What the server may send, each with its payload. */
export const serverEvents = {
  'location:updated': Location,
  'family:changed': FamilyChanged,
  'invitations:changed': InvitationsChanged,
  'geofence:entered': GeofenceCrossed,
  'geofence:exited': GeofenceCrossed,
  'sos:alert': SosAlert,
} as const;
export type ServerEvent = keyof typeof serverEvents;
export type ServerEventPayload<E extends ServerEvent> = z.output<(typeof serverEvents)[E]>;

/** The reply to a client event. What is acknowledged with `ok` is stored. */
export type Ack = { ok: true } | { error: string };
export const Ack = z.union([z.object({ ok: z.literal(true) }), z.object({ error: z.string() })]);

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
