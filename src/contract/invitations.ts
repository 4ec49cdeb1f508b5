import * as z from 'zod/mini';
import { NoAnswer, nothingIn, type Route } from './defineRoute';
import { Family } from './families';
import { code, Id, IdInput, OptionalText, Timestamp } from './primitives';

/** An invitation that the caller has not answered. */
export const Invitation = z.object({
  id: Id,
  familyId: Id,
  familyName: z.string(),
  /** Name of the admin who invited. */
  invitedBy: z.string(),
  invitedById: z.optional(Id),
  isAdmin: z._default(z.boolean(), false),
  createdAt: Timestamp,
});
export type Invitation = z.output<typeof Invitation>;

export const InvitationParams = z.strictObject({ id: IdInput });

/** A family or a person whose invitations the caller does not get; one of the two ids is null. */
export const Block = z.object({
  id: Id,
  familyId: OptionalText,
  userId: OptionalText,
  /** At the time of blocking. */
  name: z.string(),
  createdAt: Timestamp,
});
export type Block = z.output<typeof Block>;

/** One of the two. */
export const AddBlockInput = z.strictObject(
  { familyId: z.optional(IdInput), userId: z.optional(IdInput) },
  code('block_target_required'),
);

export const BlockParams = z.strictObject({ id: IdInput });

/** Routes for answering invitations, and for blocking them. */
export const invitationRoutes = {
  listInvitations: {
    ...nothingIn,
    method: 'GET',
    path: '/api/invitations',
    auth: 'session',
    status: 200,
    answer: z.array(Invitation),
  },
  acceptInvitation: {
    ...nothingIn,
    method: 'POST',
    path: '/api/invitations/:id/accept',
    auth: 'session',
    status: 200,
    params: InvitationParams,
    answer: Family,
  },
  declineInvitation: {
    ...nothingIn,
    method: 'POST',
    path: '/api/invitations/:id/decline',
    auth: 'session',
    status: 204,
    params: InvitationParams,
    answer: NoAnswer,
  },
  listBlocks: {
    ...nothingIn,
    method: 'GET',
    path: '/api/blocks',
    auth: 'session',
    status: 200,
    answer: z.array(Block),
  },
  addBlock: {
    ...nothingIn,
    method: 'POST',
    path: '/api/blocks',
    auth: 'session',
    status: 201,
    body: AddBlockInput,
    answer: Block,
  },
  deleteBlock: {
    ...nothingIn,
    method: 'DELETE',
    path: '/api/blocks/:id',
    auth: 'session',
    status: 204,
    params: BlockParams,
    answer: NoAnswer,
  },
} as const satisfies Record<string, Route>;
