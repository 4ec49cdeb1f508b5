import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import { DomainError } from '#server/domainError';
import type { BlockTarget } from './repository';
import type { BlockService } from './service';

/** Routes that list, add and delete what somebody gets no invitations from. */
export function blockRoutes(api: Api, blocks: BlockService): void {
  api.forSignedIn(routes.listBlocks, ({ user }) => blocks.list(user.userId));

  api.forSignedIn(routes.addBlock, ({ user, body }) => blocks.add(user.userId, targetFrom(body)));

  api.forSignedIn(routes.deleteBlock, ({ user, params }) => blocks.remove(user.userId, params.id));
}

/** @throws DomainError 400 for none or both */
function targetFrom({
  familyId,
  userId,
}: {
  familyId?: string | undefined;
  userId?: string | undefined;
}): BlockTarget {
  if (familyId !== undefined && userId === undefined) return { familyId };
  if (userId !== undefined && familyId === undefined) return { userId };
  throw new DomainError('block_target_required');
}
