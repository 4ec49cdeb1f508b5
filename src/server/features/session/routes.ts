import { routes } from '../../../contract/routes';
import type { Api } from '../../plugins/contractRoutes';
import type { RateLimits } from '../../plugins/rateLimits';
import type { SessionService } from './service';

/** Registering, signing in, and who am I. */
export function sessionRoutes(api: Api, sessions: SessionService, limits: RateLimits): void {
  api.forAnyone(routes.register, async ({ body, address }) => {
    await limits.consume('register', address);
    return sessions.register(body);
  });

  // The pair, not the account, is what a guesser uses up: the owner can still sign in from elsewhere.
  api.forAnyone(routes.login, ({ body, address }) =>
    limits.countWrong(
      401,
      [
        ['wrongLogin', `${address} ${body.email}`],
        ['wrongLoginFromAddress', address],
      ],
      () => sessions.login(body),
    ),
  );

  api.forSignedIn(routes.me, ({ user }) => sessions.me(user.userId));
}
