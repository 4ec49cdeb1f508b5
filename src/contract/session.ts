import * as z from 'zod/mini';
import { Id, OptionalText, visible } from './primitives';
import {
  EMAIL_MAX_LENGTH,
  NAME_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PHONE_MAX_LENGTH,
} from './limits';

/** A person's name as shown to the family. */
export const PersonName = z
  .string('Name is required')
  .check(
    z.trim(),
    visible('Name is required'),
    z.maxLength(NAME_MAX_LENGTH, `Name can be at most ${NAME_MAX_LENGTH} characters`),
  );

/** An email address, trimmed and lower-cased: one account per address however it is typed. */
export const Email = z
  .string('Email address is required')
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Email address is required'),
    z.maxLength(EMAIL_MAX_LENGTH, 'Email address is too long'),
    z.email('Email address is not valid'),
  );

/** A phone number as typed; it is dialled by people, never by us, so only its length is bounded. */
export const Phone = z
  .string('Phone Number must be a text')
  .check(
    z.trim(),
    z.maxLength(PHONE_MAX_LENGTH, `Phone Number can be at most ${PHONE_MAX_LENGTH} characters`),
  );

/** A new password. Never trimmed, never cut. */
export const NewPassword = z
  .string('Password is required')
  .check(
    z.minLength(PASSWORD_MIN_LENGTH, `Password must be at least ${PASSWORD_MIN_LENGTH} characters`),
    z.maxLength(PASSWORD_MAX_LENGTH, `Password can be at most ${PASSWORD_MAX_LENGTH} characters`),
  );

/** A password that is only compared: too long is wrong before it is hashed. */
export const GivenPassword = z
  .string('Password is required')
  .check(
    z.minLength(1, 'Password is required'),
    z.maxLength(PASSWORD_MAX_LENGTH, `Password can be at most ${PASSWORD_MAX_LENGTH} characters`),
  );

export const LoginInput = z.strictObject(
  { email: Email, password: GivenPassword },
  'Email address and password are required',
);
export type LoginInput = z.input<typeof LoginInput>;

export const RegisterInput = z.strictObject(
  { name: PersonName, email: Email, phone: z.optional(Phone), password: NewPassword },
  'Name, email address and password are required',
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
