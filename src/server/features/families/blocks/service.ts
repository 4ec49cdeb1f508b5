import type { Block } from '#contract/invitations';
import { DECLINES_BEFORE_BLOCK } from '#contract/limits';
import type { BlockRow, InvitationRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import type { FamilyDeps, FamilyStore } from '../service';
import type { BlockTarget } from './repository';

/** What a request names: a family or a person. */
interface RequestedTarget {
  readonly familyId?: string | undefined;
  readonly userId?: string | undefined;
}

export interface BlockService {
  /** The person's blocks, oldest first. */
  list(userId: string): Promise<Block[]>;
  /** From now on the person gets no invitation of the target; those that wait are withdrawn. */
  add(userId: string, requested: RequestedTarget): Promise<Block>;
  remove(userId: string, blockId: string): Promise<void>;
}

/** The rules of blocking invitations. */
export function blockService({ stored, inTransaction, publisher, clock, ids }: FamilyDeps): BlockService {
  return {
    list: async (userId) => (await stored.blocks.listOf(userId)).map(toBlock),
    async add(userId, requested) {
      const target = targetFrom(requested);
      const { added, withdrawn } = await inTransaction(async (tx) => {
        const known = (await tx.blocks.listOf(userId)).find((row) => isAbout(row, target));
        if (known) return { added: known, withdrawn: [] };
        await requireKnown(tx, userId, target);
        const row = { id: ids.next(), created_at: clock.now() };
        const block = newBlock(userId, target, await tx.blocks.nameOf(target), row);
        await tx.blocks.insert(block);
        return { added: block, withdrawn: await tx.blocks.takeInvitationsOf(userId, target) };
      });
      if (withdrawn.length > 0) publisher.invitationsChanged(userId);
      for (const familyId of withdrawn) publisher.familyChanged(familyId);
      return toBlock(added);
    },
    async remove(userId, blockId) {
      await inTransaction(async ({ blocks }) => {
        const block = await blocks.take(blockId, userId);
        if (!block) throw new DomainError('block_not_found');
        // Otherwise the next decline would block again.
        await blocks.deleteDeclines(userId, targetOf(block));
      });
    },
  };
}

/**
 * Counts a declined invitation, inside a transaction. After the second of a family or of a person, the family or the person
 * is blocked: a person who wants to join after all uses the invitation code.
 */
export async function recordDecline(
  { blocks }: FamilyStore,
  { user_id: userId, family_id: familyId, invited_by: invitedBy }: InvitationRow,
  newRow: () => Pick<BlockRow, 'id' | 'created_at'>,
): Promise<void> {
  const { id, created_at: declinedAt } = newRow();
  await blocks.insertDecline({
    id,
    user_id: userId,
    family_id: familyId,
    invited_by: invitedBy,
    declined_at: declinedAt,
  });
  for (const target of [{ familyId }, { userId: invitedBy }])
    if ((await blocks.countDeclines(userId, target)) >= DECLINES_BEFORE_BLOCK)
      await blocks.insert(newBlock(userId, target, await blocks.nameOf(target), newRow()));
}

/** @throws DomainError 404 for a target of which the person knows nothing, as for a missing one */
async function requireKnown(
  { blocks, visibility }: FamilyStore,
  userId: string,
  target: BlockTarget,
): Promise<void> {
  if (await blocks.hasInvitationOf(userId, target)) return;
  if ('familyId' in target) {
    if (!(await visibility.isMember(target.familyId, userId))) throw new DomainError('family_not_found');
  } else if (
    target.userId === userId ||
    !(await visibility.visibleTo(userId, [target.userId])).has(target.userId)
  )
    throw new DomainError('user_not_found');
}

/** @throws DomainError 400 for none or both */
function targetFrom({ familyId, userId }: RequestedTarget): BlockTarget {
  if (familyId !== undefined && userId === undefined) return { familyId };
  if (userId !== undefined && familyId === undefined) return { userId };
  throw new DomainError('block_target_required');
}

function newBlock(
  userId: string,
  target: BlockTarget,
  name: string,
  row: Pick<BlockRow, 'id' | 'created_at'>,
): BlockRow {
  const [familyId, personId] = 'familyId' in target ? [target.familyId, null] : [null, target.userId];
  return { ...row, user_id: userId, blocked_family_id: familyId, blocked_user_id: personId, name };
}

function toBlock(row: BlockRow): Block {
  return {
    id: row.id,
    familyId: row.blocked_family_id,
    userId: row.blocked_user_id,
    name: row.name,
    createdAt: new Date(row.created_at).toISOString(),
  };
}

function targetOf({ blocked_family_id, blocked_user_id }: BlockRow): BlockTarget {
  return blocked_family_id === null ? { userId: blocked_user_id ?? '' } : { familyId: blocked_family_id };
}

function isAbout(row: BlockRow, target: BlockTarget): boolean {
  return 'familyId' in target
    ? row.blocked_family_id === target.familyId
    : row.blocked_user_id === target.userId;
}
