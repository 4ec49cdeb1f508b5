import { routes } from '#contract/routes';
import type { AccountService } from '#server/features/session/account/service';
import type { FactorChallenges } from '#server/features/session/challenges/service';
import type { SessionsService } from '#server/features/session/sessions/service';
import type { Api } from '#server/http/contractRoutes';
import { recentSignIn } from '#server/http/recentSignIn';
import type { RateLimits } from '#server/http/rateLimits';
import type { PhoneService } from './service';
import type { SharingService } from './sharing/service';

interface PhoneRouteServices {
  readonly phones: PhoneService;
  readonly sharing: SharingService;
  readonly challenges: FactorChallenges;
  readonly sessions: SessionsService;
  readonly accounts: AccountService;
}

/** Routes with which people connect phones, change them, and pause. */
export function phoneRoutes(
  api: Api,
  { phones, sharing, ...services }: PhoneRouteServices,
  limits: RateLimits,
): void {
  const requireRecent = recentSignIn({ ...services, limits });
  api.forSignedIn(routes.listPhones, ({ user }) => phones.list(user.userId));
  // A key stays valid when the session ends, so a stolen token alone must not create one.
  api.forSignedIn(routes.addPhone, async ({ user, body: { currentPassword, ...phone }, host }) => {
    await requireRecent(user, host, currentPassword);
    await limits.consume('phoneChange', user.userId);
    return phones.add(user, phone);
  });
  api.forSignedIn(routes.changePhone, async ({ user, params, body }) => {
    await limits.consume('phoneChange', user.userId);
    return phones.change(user.userId, params.id, body);
  });
  api.forSignedIn(routes.renewPhoneKey, async ({ user, params, body, host }) => {
    await requireRecent(user, host, body?.currentPassword);
    await limits.consume('phoneChange', user.userId);
    return phones.renewKey(user, params.id);
  });
  // Never refused: it ends sharing.
  api.forSignedIn(routes.deletePhone, ({ user, params }) => phones.remove(user.userId, params.id));
  api.forAnyone(routes.connectPhone, ({ address, body }) =>
    limits.countWrong(404, [['phoneTicket', address]], () => phones.connect(body.ticket)),
  );
  api.forSignedIn(routes.getSharing, ({ user }) => sharing.get(user.userId));
  api.forSignedIn(routes.setSharing, ({ user, body }) => sharing.set(user, body));
}
