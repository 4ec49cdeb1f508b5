import * as z from 'zod/mini';
import { NoAnswer, nothingIn, type Route } from './defineRoute';
import type { ErrorCode } from './errors';
import {
  NAME_MAX_LENGTH,
  EMAIL_MAX_LENGTH,
  PHONE_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PASSWORD_MAX_LENGTH,
  LARGE_BODY_LIMIT_BYTES,
} from './limits';
import { code, Id, IdInput, InviteCode, OptionalText, Timestamp, visible } from './primitives';

/** A user's name as shown to the family. */
export const PersonName = z
  .string(code('name_required'))
  .check(z.trim(), visible('name_required'), z.maxLength(NAME_MAX_LENGTH, code('name_too_long')));

/** An email address, trimmed and in lower case, so that each address has one account. */
export const Email = z
  .string(code('email_required'))
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, code('email_required')),
    z.maxLength(EMAIL_MAX_LENGTH, code('email_too_long')),
    z.email(code('email_invalid')),
  );

/** A phone number as typed. Only people dial it, so only its length is checked. */
export const Phone = z
  .string(code('phone_not_text'))
  .check(z.trim(), z.maxLength(PHONE_MAX_LENGTH, code('phone_too_long')));

const newPassword = (missing: ErrorCode, tooShort: ErrorCode, tooLong: ErrorCode) =>
  z
    .string(missing)
    .check(z.minLength(PASSWORD_MIN_LENGTH, tooShort), z.maxLength(PASSWORD_MAX_LENGTH, tooLong));

/** A new password. It is never trimmed. */
export const NewPassword = newPassword('password_required', 'password_too_short', 'password_too_long');

/** The same with error messages that say "new password", for forms that also have the current one. */
export const ReplacementPassword = newPassword(
  'new_password_required',
  'new_password_too_short',
  'new_password_too_long',
);

/** A password that is only compared. One that is too long is refused before it is hashed. */
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
  {
    name: PersonName,
    email: Email,
    phone: z.optional(Phone),
    password: NewPassword,
    /** Of any family; only servers that take invited people need it. It does not join the family. */
    inviteCode: z.optional(InviteCode),
  },
  code('register_fields_required'),
);
export type RegisterInput = z.input<typeof RegisterInput>;

/** The signed-in user, with the fields that only they see. */
export const User = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  phone: OptionalText,
  profileImage: OptionalText,
  /** Whether the members of the user's families may see the phone number; servers of the specification do not say. */
  sharesPhone: z.optional(z.boolean()),
  /** The email that waits for its confirmation. */
  pendingEmail: z.optional(z.nullable(z.string())),
});
export type User = z.output<typeof User>;

/** The answer to signing in and registering. */
export const SessionAnswer = z.object({ token: z.string().check(z.minLength(1)), user: User });
export type SessionAnswer = z.output<typeof SessionAnswer>;

/** Where and when a user signed in. `address` is a network for IPv6; `userAgent` is what the client calls itself. */
export const SessionCreated = z.object({
  id: Id,
  createdAt: Timestamp,
  address: z.string(),
  userAgent: z.string(),
});
export type SessionCreated = z.output<typeof SessionCreated>;

/**
 * A user as the members of their families see them. `email` and `sharesPhone` are sent only to the user themselves, `phone`
 * to others where the user shares it.
 */
export const Profile = z.object({
  id: Id,
  name: z.string(),
  profileImage: OptionalText,
  email: z.optional(z.nullable(z.string())),
  phone: z.optional(z.nullable(z.string())),
  sharesPhone: z.optional(z.boolean()),
});
export type Profile = z.output<typeof Profile>;

/**
 * A new picture as a data URL, null to remove it, or the current value, which changes nothing. The server detects the type
 * from the bytes.
 */
const ProfileImageInput = z.nullable(
  z.string(code('picture_not_text')).check(z.maxLength(LARGE_BODY_LIMIT_BYTES, code('picture_too_large'))),
);

/** The fields of the account to change. */
export const UpdateUserInput = z.strictObject(
  {
    name: z.optional(PersonName),
    email: z.optional(Email),
    phone: z.optional(z.nullable(Phone)),
    sharesPhone: z.optional(z.boolean(code('shares_phone_not_boolean'))),
    profileImage: z.optional(ProfileImageInput),
    /** Needed when the email changes, because the email gives access to the account. */
    currentPassword: z.optional(GivenPassword),
  },
  code('changes_required'),
);
export type UpdateUserInput = z.input<typeof UpdateUserInput>;

/** The changed fields with their new values. An email that has to be confirmed first is in `pendingEmail`. */
export const ChangedUser = z.object({
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  pendingEmail: z.optional(z.nullable(z.string())),
  phone: z.optional(z.nullable(z.string())),
  sharesPhone: z.optional(z.boolean()),
  profileImage: z.optional(z.nullable(z.string())),
});
export type ChangedUser = z.output<typeof ChangedUser>;

export const ChangePasswordInput = z.strictObject(
  { currentPassword: GivenPassword, newPassword: ReplacementPassword },
  code('both_passwords_required'),
);

export const DeleteAccountInput = z.strictObject({ password: GivenPassword }, code('password_required'));

export const UserParams = z.strictObject({ id: IdInput });
export const PictureParams = z.strictObject({ name: IdInput });

/** Routes for signing in and for the account. */
export const sessionRoutes = {
  register: {
    ...nothingIn,
    method: 'POST',
    path: '/api/auth/register',
    auth: 'none',
    status: 201,
    body: RegisterInput,
    answer: SessionAnswer,
  },
  login: {
    ...nothingIn,
    method: 'POST',
    path: '/api/auth/login',
    auth: 'none',
    status: 200,
    body: LoginInput,
    answer: SessionAnswer,
  },
  signOut: {
    ...nothingIn,
    method: 'POST',
    path: '/api/auth/sign-out',
    auth: 'session',
    status: 204,
    answer: NoAnswer,
  },
  me: { ...nothingIn, method: 'GET', path: '/api/users/me', auth: 'session', status: 200, answer: User },
  user: {
    ...nothingIn,
    method: 'GET',
    path: '/api/users/:id',
    auth: 'session',
    status: 200,
    params: UserParams,
    answer: Profile,
  },
  updateUser: {
    ...nothingIn,
    method: 'PUT',
    path: '/api/users/:id',
    auth: 'session',
    status: 200,
    params: UserParams,
    body: UpdateUserInput,
    bodyLimit: LARGE_BODY_LIMIT_BYTES,
    answer: ChangedUser,
  },
  changePassword: {
    ...nothingIn,
    method: 'PUT',
    path: '/api/users/:id/password',
    auth: 'session',
    status: 204,
    params: UserParams,
    body: ChangePasswordInput,
    answer: NoAnswer,
  },
  deleteUser: {
    ...nothingIn,
    method: 'DELETE',
    path: '/api/users/:id',
    auth: 'session',
    status: 204,
    params: UserParams,
    body: DeleteAccountInput,
    answer: NoAnswer,
  },
  // Streamed, because it can be large. The client saves it with `Http.download`.
  exportUser: {
    ...nothingIn,
    method: 'GET',
    path: '/api/users/:id/export',
    auth: 'session',
    status: 200,
    params: UserParams,
    answer: z.unknown(),
  },
  // For <img>, which sends no token. Only users who may see the picture get its name, which cannot be guessed.
  picture: {
    ...nothingIn,
    method: 'GET',
    path: '/pictures/:name',
    auth: 'none',
    status: 200,
    params: PictureParams,
    answer: z.unknown(),
  },
} as const satisfies Record<string, Route>;
