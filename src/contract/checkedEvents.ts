import * as z from 'zod/mini';
import { SosAlert } from './alerts';
import { Message, MessageAck, MessageRead, TypingUpdate } from './chat';
import { AckError } from './errorAnswers';
import { GeofenceCrossed } from './geofences';
import { Location } from './locations';
import { Id } from './primitives';

/** A family's name, members or code changed, or the receiver's membership: clients load the families again. */
export const FamilyChanged = z.object({ familyId: Id });

/** The receiver was invited or an invitation was withdrawn: clients load the invitations again. */
export const InvitationsChanged = z.object({});

/** A geofence of the family was created, changed or deleted: clients load the geofences again. */
export const GeofencesChanged = z.object({ familyId: Id });

/** Events that the server sends and the client checks. */
export const checkedServerEvents = {
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

/** The acknowledgement of a client event. `ok` means that it is stored. */
export const Ack = z.union([z.object({ ok: z.literal(true) }), AckError]);
export type Ack = z.output<typeof Ack>;

/** Fields of acknowledgements besides `ok` that the client checks. */
export const checkedAckContents = { 'message:send': MessageAck } as const;

/** Message of the `connect_error` for a missing, invalid, expired or revoked token. */
export const UNAUTHORIZED = 'unauthorized';
