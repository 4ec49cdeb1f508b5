import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { RateLimits } from '#server/http/rateLimits';
import type { AccountService } from '../account/service';
import type { SessionsService } from './service';

/** Routes for listing and ending the caller's sessions. */
export function signedInDeviceRoutes(
  api: Api,
  sessions: SessionsService,
  accounts: AccountService,
  limits: RateLimits,
): void {
  api.forSignedIn(routes.signOut, ({ user }) => sessions.signOut(user));

  api.forSignedIn(routes.signOutEverywhere, ({ user, body }) =>
    limits.countWrong(400, [['wrongPassword', user.sessionId]], () =>
      accounts.signOutEverywhere(user, body.currentPassword),
    ),
  );

  api.forSignedIn(routes.listSessions, ({ user }) => sessions.list(user));

  api.forSignedIn(routes.endSession, ({ user, params, body }) =>
    limits.countWrong(400, [['wrongPassword', user.sessionId]], () =>
      sessions.end(user, params.id, body.currentPassword),
    ),
  );
}
