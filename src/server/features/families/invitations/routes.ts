import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { InvitationService } from './service';

/** Routes that list, accept and decline invitations. */
export function invitationRoutes(api: Api, invitations: InvitationService): void {
  api.forSignedIn(routes.listInvitations, ({ user }) => invitations.list(user.userId));

  api.forSignedIn(routes.acceptInvitation, ({ user, params }) => invitations.accept(user.userId, params.id));

  api.forSignedIn(routes.declineInvitation, ({ user, params }) =>
    invitations.decline(user.userId, params.id),
  );
}
