import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { RateLimits } from '#server/http/rateLimits';
import type { PhoneService } from './service';
import type { SharingService } from './sharing/service';

/** Routes with which people connect phones, change them, and pause. */
export function phoneRoutes(
  api: Api,
  { phones, sharing }: { phones: PhoneService; sharing: SharingService },
  limits: RateLimits,
): void {
  api.forSignedIn(routes.listPhones, ({ user }) => phones.list(user.userId));
  api.forSignedIn(routes.addPhone, async ({ user, body }) => {
    await limits.consume('phoneChange', user.userId);
    return phones.add(user.userId, body);
  });
  api.forSignedIn(routes.changePhone, async ({ user, params, body }) => {
    await limits.consume('phoneChange', user.userId);
    return phones.change(user.userId, params.id, body);
  });
  api.forSignedIn(routes.renewPhoneKey, async ({ user, params }) => {
    await limits.consume('phoneChange', user.userId);
    return phones.renewKey(user.userId, params.id);
  });
  // Never refused: it ends sharing.
  api.forSignedIn(routes.deletePhone, ({ user, params }) => phones.remove(user.userId, params.id));
  api.forAnyone(routes.connectPhone, ({ address, body }) =>
    limits.countWrong(404, [['phoneTicket', address]], () => phones.connect(body.ticket)),
  );
  api.forSignedIn(routes.getSharing, ({ user }) => sharing.get(user.userId));
  api.forSignedIn(routes.setSharing, ({ user, body }) => sharing.set(user.userId, body));
}
