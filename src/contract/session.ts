import * as z from 'zod/mini';
import { code, Id, OptionalText, visible } from './primitives';
import {
  EMAIL_MAX_LENGTH,
  NAME_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PHONE_MAX_LENGTH,
} from './limits';

/** A person's name as shown to the family. */
export const PersonName = z
  .string(code('name_required'))
  .check(z.trim(), visible('name_required'), z.maxLength(NAME_MAX_LENGTH, code('name_too_long')));

/** An email address, trimmed and lower-cased: one account per address however it is typed. */
export const Email = z
  .string(code('email_required'))
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, code('email_required')),
    z.maxLength(EMAIL_MAX_LENGTH, code('email_too_long')),
    z.email(code('email_invalid')),
  );

/** A phone number as typed; it is dialled by people, never by us, so only its length is bounded. */
export const Phone = z
  .string(code('phone_not_text'))
  .check(z.trim(), z.maxLength(PHONE_MAX_LENGTH, code('phone_too_long')));

/** A new password. Never trimmed, never cut. */
export const NewPassword = z
  .string(code('password_required'))
  .check(
    z.minLength(PASSWORD_MIN_LENGTH, code('password_too_short')),
    z.maxLength(PASSWORD_MAX_LENGTH, code('password_too_long')),
  );

/** A password that is only compared: too long is wrong before it is hashed. */
export const GivenPassword = z
  .string(code('password_required'))
  .check(
    z.minLength(1, code('password_required')),
    z.maxLength(PASSWORD_MAX_LENGTH, code('password_too_long')),
  );

export const LoginInput = z.strictObject(
  { email: Email, password: GivenPassword },
  code('login_fields_required'),
);
export type LoginInput = z.input<typeof LoginInput>;

export const RegisterInput = z.strictObject(
  { name: PersonName, email: Email, phone: z.optional(Phone), password: NewPassword },
  code('register_fields_required'),
);
export type RegisterInput = z.input<typeof RegisterInput>;

/** The signed-in person, as only they see themselves. */
export const User = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  phone: OptionalText,
  profileImage: OptionalText,
});
export type User = z.output<typeof User>;

/** Answer of signing in and registering. */
export const SessionAnswer = z.object({ token: z.string().check(z.minLength(1)), user: User });
export type SessionAnswer = z.output<typeof SessionAnswer>;
