import * as z from 'zod/mini';
import { code, Id, IdInput, Latitude, Longitude, OptionalText, Timestamp } from './primitives';
import { SOS_MESSAGE_MAX_LENGTH } from './limits';

/**
 * A call for help. `clientId` names this one call, so that repeating it after a lost acknowledgement raises no second
 * alert.
 */
export const SosTrigger = z.strictObject(
  {
    latitude: Latitude,
    longitude: Longitude,
    message: z.optional(
      z
        .string(code('sos_message_not_text'))
        .check(z.trim(), z.maxLength(SOS_MESSAGE_MAX_LENGTH, code('sos_message_too_long'))),
    ),
    clientId: z.optional(IdInput),
  },
  code('sos_fields_required'),
);
export type SosTrigger = z.output<typeof SosTrigger>;

/** A call for help as the others get it. */
export const SosAlert = z.object({
  id: z._default(z.nullable(Id), null),
  userId: Id,
  userName: z.string(),
  latitude: Latitude,
  longitude: Longitude,
  message: OptionalText,
  /** Of the caller, so that they can be called back. */
  phone: OptionalText,
  timestamp: Timestamp,
});
export type SosAlert = z.output<typeof SosAlert>;
