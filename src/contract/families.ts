import * as z from 'zod/mini';
import { Id, IdInput, OptionalText } from './forms';
import { NAME_MAX_LENGTH } from './limits';

/** Someone in a family, as the others see them. */
export const Member = z.object({
  id: Id,
  name: z.string(),
  profileImage: OptionalText,
  isAdmin: z._default(z.boolean(), false),
  /** Ours never tells it; whoever else serves the family may. */
  phone: z.optional(z.nullable(z.string())),
});
export type Member = z.output<typeof Member>;

/** A group of people who see each other. The invitation code is known to its members only. */
export const Family = z.object({
  id: Id,
  name: z.string(),
  members: z.array(Member),
  inviteCode: OptionalText,
});
export type Family = z.output<typeof Family>;

export const FamilyName = z
  .string('Family Name is required')
  .check(
    z.trim(),
    z.minLength(1, 'Family Name is required'),
    z.maxLength(NAME_MAX_LENGTH, `Family Name can be at most ${NAME_MAX_LENGTH} characters`),
  );

export const CreateFamilyInput = z.strictObject({ name: FamilyName }, 'Family Name is required');

/** An invitation code as people type it: case, spaces and hyphens do not count. */
export const InviteCode = z.string('Invitation Code is required').check(
  z.maxLength(NAME_MAX_LENGTH, 'Invitation Code is too long'),
  z.overwrite((code: string) => code.replace(/[\s-]/gu, '').toUpperCase()),
  z.minLength(1, 'Invitation Code is required'),
);

export const JoinFamilyInput = z.strictObject({ inviteCode: InviteCode }, 'Invitation Code is required');

export const FamilyParams = z.strictObject({ id: IdInput });
