import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { BlockService } from './service';

/** Routes that list, add and delete the families and people whose invitations a person blocks. */
export function blockRoutes(api: Api, blocks: BlockService): void {
  api.forSignedIn(routes.listBlocks, ({ user }) => blocks.list(user.userId));

  api.forSignedIn(routes.addBlock, ({ user, body }) => blocks.add(user.userId, body));

  api.forSignedIn(routes.deleteBlock, ({ user, params }) => blocks.remove(user.userId, params.id));
}
