import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { RateLimits } from '#server/http/rateLimits';
import type { MembershipService } from './service';

/** Routes with which admins change a family and its members. */
export function membershipRoutes(api: Api, membership: MembershipService, limits: RateLimits): void {
  api.forSignedIn(routes.updateFamily, async ({ user, params, body }) => {
    await limits.consume('familyChange', user.userId);
    return membership.change(user.userId, params.id, body);
  });

  api.forSignedIn(routes.renewInviteCode, async ({ user, params }) => {
    await limits.consume('familyChange', user.userId);
    return { inviteCode: await membership.renewInviteCode(user.userId, params.id) };
  });

  // Limited, because any user can create a family and use invitations to find out which emails have an account.
  api.forSignedIn(routes.addMember, async ({ user, params, body, address }) => {
    await limits.consume('invite', user.userId);
    return limits.countWrong(
      404,
      [
        ['unknownEmail', user.userId],
        ['unknownEmailFromAddress', address],
      ],
      () => membership.invite(user.userId, params.id, body.email, body.isAdmin ?? false),
    );
  });

  api.forSignedIn(routes.changeMember, async ({ user, params, body }) => {
    await limits.consume('familyChange', user.userId);
    return membership.setAdmin(user.userId, params.id, params.memberId, body.isAdmin);
  });

  // Not limited: each removed member has joined before.
  api.forSignedIn(routes.removeMember, ({ user, params }) =>
    membership.remove(user.userId, params.id, params.memberId),
  );
}
