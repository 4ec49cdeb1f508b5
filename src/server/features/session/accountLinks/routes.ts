import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { RateLimits } from '#server/http/rateLimits';
import type { AccountLinkService } from './service';

/** Routes for links that were sent by email. */
export function accountLinkRoutes(api: Api, links: AccountLinkService, limits: RateLimits): void {
  // Both limits count unknown emails too, so they do not reveal which emails have an account.
  api.forAnyone(routes.forgotPassword, async ({ body, address }) => {
    await limits.consume('forgotPassword', address);
    await limits.consume('forgotPasswordOfAccount', body.email);
    links.requestPasswordReset(body.email);
  });

  api.forAnyone(routes.resetPassword, async ({ body, address }) => {
    links.rejectCommonPassword(body.newPassword);
    const email = await links.resetPassword(body);
    // Those who come here have often guessed before.
    await limits.forgive([
      ['wrongLogin', `${address} ${email}`],
      ['wrongLoginToAccount', email],
    ]);
  });

  api.forAnyone(routes.confirmEmail, ({ body }) => links.confirmEmail(body.token));

  api.forAnyone(routes.undoEmail, ({ body }) => links.undoEmail(body.token));

  api.forSignedIn(routes.resendConfirmation, async ({ user, params }) => {
    await limits.consume('confirmEmail', user.userId);
    await links.resendConfirmation(user.userId, params.id);
  });

  api.forSignedIn(routes.cancelEmailChange, ({ user, params }) =>
    links.cancelEmailChange(user.userId, params.id),
  );
}
