import * as z from 'zod/mini';
import { NoAnswer, nothingIn, type Route } from './defineRoute';
import { NAME_MAX_LENGTH } from './limits';
import { code, Id, IdInput, InviteCode, OptionalText, Timestamp, visible } from './primitives';
import { Email } from './session';

/** A member of a family, as the other members see them. */
export const Member = z.object({
  id: Id,
  name: z.string(),
  profileImage: OptionalText,
  isAdmin: z._default(z.boolean(), false),
  /** Sent where the member shares it with their families. */
  phone: z.optional(z.string()),
  /** Sent as true of who was a member before the recipient, who sees their positions only from the joining on. */
  joinedEarlier: z.optional(z.boolean()),
});
export type Member = z.output<typeof Member>;

/** A user whom an admin has invited and who has not answered yet. */
export const Invited = z.object({ id: Id, email: z.string(), isAdmin: z._default(z.boolean(), false) });
export type Invited = z.output<typeof Invited>;

/** What admins decide for the family. */
const settings = {
  /** Whether members see chat messages from before they joined. */
  showsEarlierMessages: z.optional(z.boolean(code('family_setting_not_boolean'))),
  /** Whether the geofences of a deleted account stay, with an admin as their owner. */
  keepsGeofences: z.optional(z.boolean(code('family_setting_not_boolean'))),
};

/** A group of users who see each other. Only members get the invitation code. */
export const Family = z.object({
  id: Id,
  name: z.string(),
  members: z.array(Member),
  inviteCode: OptionalText,
  ...settings,
  /** Sent to admins only. */
  invited: z.optional(z.array(Invited)),
});
export type Family = z.output<typeof Family>;

export const FamilyName = z
  .string(code('family_name_required'))
  .check(
    z.trim(),
    visible('family_name_required'),
    z.maxLength(NAME_MAX_LENGTH, code('family_name_too_long')),
  );

export const CreateFamilyInput = z.strictObject({ name: FamilyName }, code('family_name_required'));

export const JoinFamilyInput = z.strictObject({ inviteCode: InviteCode }, code('invite_code_required'));

export const FamilyParams = z.strictObject({ id: IdInput });
export const MemberParams = z.strictObject({ id: IdInput, memberId: IdInput });

export const UpdateFamilyInput = z.strictObject(
  {
    name: z.optional(FamilyName),
    ...settings,
  },
  code('changes_required'),
);
/** The changed fields with their new values. */
export const ChangedFamily = z.object({
  name: z.optional(z.string()),
  ...settings,
});

const IsAdmin = z.boolean(code('is_admin_not_boolean'));

/** Invites the account with this email. */
export const AddMemberInput = z.strictObject(
  { email: Email, isAdmin: z.optional(IsAdmin) },
  code('email_required'),
);

export const ChangeMemberInput = z.strictObject({ isAdmin: IsAdmin }, code('member_change_required'));

/**
 * A member after being invited or changed. Of an invited user the answer reveals only what the admin sent, so `name` is
 * their email.
 */
export const AddedMember = z.object({
  member: z.extend(Member, { status: z._default(z.enum(['member', 'invited']), 'member') }),
});
export type AddedMember = z.output<typeof AddedMember>;

/** What anyone with a family's code may know of it. */
export const InvitePreview = z.object({ familyName: z.string(), members: z.number() });
export type InvitePreview = z.output<typeof InvitePreview>;

export const NewInviteCode = z.object({ inviteCode: z.string() });

/** Something that all members are to know of. Names are those of that time; null when the account is deleted. */
export const ActivityEntry = z.object({
  id: Id,
  /** 'joined', 'left', 'removed', 'admin', 'code', 'place' or 'setting'; later servers may have others. */
  kind: z.string(),
  /** Whom it is about; of kind 'code', 'place' and 'setting' who did it. */
  userId: OptionalText,
  userName: OptionalText,
  /** Who did it, if that was another person. */
  byId: OptionalText,
  byName: OptionalText,
  /** Of kind 'admin': what the member is from then on. */
  isAdmin: z.optional(z.boolean()),
  /** Of kind 'place'. */
  geofenceName: z.optional(z.string()),
  /** 'created', 'moved', 'renamed' or 'deleted'. */
  change: z.optional(z.string()),
  /** Of a renamed place: its name before. */
  earlierName: z.optional(z.string()),
  /** Of kind 'setting': 'showsEarlierMessages' or 'keepsGeofences', and what it is from then on. */
  setting: z.optional(z.string()),
  enabled: z.optional(z.boolean()),
  at: Timestamp,
});
export type ActivityEntry = z.output<typeof ActivityEntry>;

/** Newest first, from the caller's joining on. */
export const FamilyActivity = z.object({ entries: z.array(ActivityEntry) });

/** Routes for families and their members. */
export const familyRoutes = {
  listFamilies: {
    ...nothingIn,
    method: 'GET',
    path: '/api/families',
    auth: 'session',
    status: 200,
    answer: z.array(Family),
  },
  createFamily: {
    ...nothingIn,
    method: 'POST',
    path: '/api/families',
    auth: 'session',
    status: 201,
    body: CreateFamilyInput,
    answer: Family,
  },
  // The specification leaves this answer open. The client loads its families afterwards, so any answer is accepted.
  joinFamily: {
    ...nothingIn,
    method: 'POST',
    path: '/api/families/join-by-code',
    auth: 'session',
    status: 200,
    body: JoinFamilyInput,
    answer: z.catch(z.nullable(Family), null),
  },
  previewInvite: {
    ...nothingIn,
    method: 'POST',
    path: '/api/invite-preview',
    auth: 'none',
    status: 200,
    body: JoinFamilyInput,
    answer: InvitePreview,
  },
  leaveFamily: {
    ...nothingIn,
    method: 'POST',
    path: '/api/families/:id/leave',
    auth: 'session',
    status: 204,
    params: FamilyParams,
    answer: NoAnswer,
  },
  updateFamily: {
    ...nothingIn,
    method: 'PUT',
    path: '/api/families/:id',
    auth: 'session',
    status: 200,
    params: FamilyParams,
    body: UpdateFamilyInput,
    answer: ChangedFamily,
  },
  familyActivity: {
    ...nothingIn,
    method: 'GET',
    path: '/api/families/:id/activity',
    auth: 'session',
    status: 200,
    params: FamilyParams,
    answer: FamilyActivity,
  },
  renewInviteCode: {
    ...nothingIn,
    method: 'POST',
    path: '/api/families/:id/invite-code',
    auth: 'session',
    status: 200,
    params: FamilyParams,
    answer: NewInviteCode,
  },
  addMember: {
    ...nothingIn,
    method: 'POST',
    path: '/api/families/:id/members',
    auth: 'session',
    status: 201,
    params: FamilyParams,
    body: AddMemberInput,
    answer: AddedMember,
  },
  changeMember: {
    ...nothingIn,
    method: 'PUT',
    path: '/api/families/:id/members/:memberId',
    auth: 'session',
    status: 200,
    params: MemberParams,
    body: ChangeMemberInput,
    answer: AddedMember,
  },
  removeMember: {
    ...nothingIn,
    method: 'DELETE',
    path: '/api/families/:id/members/:memberId',
    auth: 'session',
    status: 204,
    params: MemberParams,
    answer: NoAnswer,
  },
} as const satisfies Record<string, Route>;
