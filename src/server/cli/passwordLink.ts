import { Email } from '#contract/session';
import type { Clock } from '#server/clock';
import { type Config, httpOrigin } from '#server/config';
import { prepareDataDirectory } from '#server/dataDirectory';
import { openDatabase } from '#server/db/database';
import { StartupError } from '#server/domainError';
import { accountLinkRepository } from '#server/features/session/accountLinks/repository';
import { linkUrl, newLink } from '#server/features/session/accountLinks/tokens';
import { userRepository } from '#server/features/session/repository';

/** A busy server may hold the database for a while, and only the operator waits here. */
const BUSY_TIMEOUT_MS = 30_000;

/**
 * Creates a link that sets a new password, for operators to pass on. Works while the server runs.
 * @throws StartupError with one line when no account has the email
 */
export async function passwordLink(config: Config, clock: Clock, typed: string): Promise<string> {
  const email = Email.safeParse(typed);
  if (!email.success) throw new StartupError(`${typed} is not an email address.`);
  prepareDataDirectory(config.dataDir);
  const database = await openDatabase({ ...config, busyTimeoutMs: BUSY_TIMEOUT_MS });
  try {
    const user = await userRepository(database).byEmail(email.data);
    if (!user) throw new StartupError(`No account has the email ${email.data}.`);
    const { token, link } = newLink({ user_id: user.id, purpose: 'password', email: null }, clock.now());
    await accountLinkRepository(database).insert(link);
    const origin = config.publicOrigins[0] ?? httpOrigin(config.host, config.port);
    const url = linkUrl(origin, link, token);
    return `This link sets a new password for ${user.email}. It works once, for 30 minutes:\n${url}`;
  } finally {
    await database.destroy();
  }
}
