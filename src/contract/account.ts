import * as z from 'zod/mini';
import { code, Id, IdInput, OptionalText } from './primitives';
import { LARGE_BODY_LIMIT_BYTES, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './limits';
import { Email, GivenPassword, PersonName, Phone } from './session';

/** Somebody as the others in their families see them; email and phone come to oneself only. */
export const Profile = z.object({
  id: Id,
  name: z.string(),
  profileImage: OptionalText,
  email: z.optional(z.nullable(z.string())),
  phone: z.optional(z.nullable(z.string())),
});
export type Profile = z.output<typeof Profile>;

/**
 * A new picture as a data URL, null for none, or what one was given, which changes nothing. Its bytes decide what it is,
 * whatever type it claims.
 */
const ProfileImageInput = z.nullable(
  z.string(code('picture_not_text')).check(z.maxLength(LARGE_BODY_LIMIT_BYTES, code('picture_too_large'))),
);

/** Fields of one's account to change. */
export const UpdateUserInput = z.strictObject(
  {
    name: z.optional(PersonName),
    email: z.optional(Email),
    phone: z.optional(z.nullable(Phone)),
    profileImage: z.optional(ProfileImageInput),
  },
  code('changes_required'),
);
export type UpdateUserInput = z.input<typeof UpdateUserInput>;

/** The fields that have changed, as they are now. */
export const ChangedUser = z.object({
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  phone: z.optional(z.nullable(z.string())),
  profileImage: z.optional(z.nullable(z.string())),
});
export type ChangedUser = z.output<typeof ChangedUser>;

export const ChangePasswordInput = z.strictObject(
  {
    currentPassword: GivenPassword,
    newPassword: z
      .string(code('new_password_required'))
      .check(
        z.minLength(PASSWORD_MIN_LENGTH, code('new_password_too_short')),
        z.maxLength(PASSWORD_MAX_LENGTH, code('new_password_too_long')),
      ),
  },
  code('both_passwords_required'),
);

export const DeleteAccountInput = z.strictObject({ password: GivenPassword }, code('password_required'));

export const UserParams = z.strictObject({ id: IdInput });
export const PictureParams = z.strictObject({ name: IdInput });
