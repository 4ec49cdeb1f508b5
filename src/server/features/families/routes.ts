import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { RateLimits } from '#server/http/rateLimits';
import type { FamilyService } from './service';

/** Routes for listing, creating, joining and leaving families. */
export function familyRoutes(api: Api, families: FamilyService, limits: RateLimits): void {
  api.forSignedIn(routes.listFamilies, ({ user }) => families.list(user.userId));

  api.forSignedIn(routes.createFamily, async ({ user, body }) => {
    await limits.consume('familyChange', user.userId);
    return families.create(user.userId, body.name);
  });

  // Leaving is not limited: it must always be possible, and needs joining first.
  api.forSignedIn(routes.joinFamily, async ({ user, body, address }) => {
    await limits.consume('familyChange', user.userId);
    return limits.countWrong(
      404,
      [
        ['wrongInviteCode', user.userId],
        ['wrongInviteCodeFromAddress', address],
      ],
      () => families.joinByCode(user.userId, body.inviteCode),
    );
  });

  api.forAnyone(routes.previewInvite, ({ body, address }) =>
    limits.countWrong(404, [['wrongInviteCodeFromAddress', address]], () =>
      families.preview(body.inviteCode),
    ),
  );

  api.forSignedIn(routes.familyActivity, async ({ user, params }) => ({
    entries: await families.activity(user.userId, params.id),
  }));

  api.forSignedIn(routes.leaveFamily, ({ user, params }) => families.leave(user.userId, params.id));
}
