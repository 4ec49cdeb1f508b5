import { type Clock, type Ids } from './clock';
import type { Config } from './config';
import type { Database, Queries } from './db/schema';
import type { TransactionsOn } from './db/transactions';
import { familyRepository } from './features/families/repository';
import { accountRepository } from './features/session/account/repository';
import { type AccountEmails, accountEmails } from './features/session/accountEmails';
import { accountLinkRepository } from './features/session/accountLinks/repository';
import { type AccountLinkService, accountLinkService } from './features/session/accountLinks/service';
import { type FactorChallenges, factorChallenges } from './features/session/challenges/service';
import { type KnownBrowsers, knownBrowsers } from './features/session/browsers/service';
import { challengeRepository } from './features/session/challenges/repository';
import { deviceTokens } from './features/session/devices';
import { factorRepository } from './features/session/factors/repository';
import { type FactorService, factorService } from './features/session/factors/service';
import { passwordCheckOf } from './features/session/passwordCheck';
import type { PasswordHasher } from './features/session/passwords';
import { userRepository } from './features/session/repository';
import { type SignInService, signInService } from './features/session/service';
import { sessionRepository } from './features/session/sessions/repository';
import { type SessionsService, sessionsService } from './features/session/sessions/service';
import { jwtTokens } from './features/session/tokens';
import type { Mailer } from './mailer';
import type { Publisher } from './publisher';

/** The rules of signing in. */
export interface AccountServices {
  signIn: SignInService;
  browsers: KnownBrowsers;
  factors: FactorService;
  challenges: FactorChallenges;
  sessions: SessionsService;
  accountLinks: AccountLinkService;
}

export interface AccountServiceDeps {
  config: Config;
  /** Open and migrated. */
  database: Database;
  /** Signs the tokens; at least 32 bytes. */
  secret: string;
  clock: Clock;
  ids: Ids;
  /** Undefined where no emails are sent. */
  mailer: Mailer | undefined;
}

interface AccountCollaborators {
  inTransaction: TransactionsOn;
  passwords: PasswordHasher;
  publisher: Publisher;
  onError: (what: string) => (error: unknown) => void;
}

/** Signing in, its second factors, and the links that are sent by email. */
export async function accountServices(
  deps: AccountServiceDeps,
  collaborators: AccountCollaborators,
): Promise<AccountServices & { emails: AccountEmails | undefined }> {
  const { config, database, mailer, clock } = deps;
  const [origin] = config.publicOrigins;
  const emails = mailer && origin !== undefined ? accountEmails(mailer, origin) : undefined;
  const sessions = signedInSessions(deps, collaborators);
  const challenges = factorChallenges({
    factors: factorStore(database),
    publicOrigins: config.publicOrigins,
    clock,
  });
  const devices = deviceTokens(deps.secret, clock);
  const browsers = knownBrowsers(userRepository(database), devices, deps.ids);
  return {
    emails,
    sessions,
    challenges,
    factors: factorsOf(deps, { ...collaborators, challenges, emails }),
    browsers,
    signIn: await signInOf(deps, { ...collaborators, browsers, sessions, challenges, emails }),
    accountLinks: accountLinksOf(deps, { ...collaborators, emails }),
  };
}

/** The sessions of signed-in people. */
function signedInSessions(
  { database, secret, clock, ids }: AccountServiceDeps,
  { inTransaction, passwords, publisher, onError }: AccountCollaborators,
): SessionsService {
  return sessionsService({
    sessions: sessionRepository(database),
    inTransaction: inTransaction(sessionRepository),
    tokens: jwtTokens(secret, clock),
    passwordCheck: passwordCheckOf(accountRepository(database), passwords),
    publisher,
    clock,
    ids,
    onError: onError('the use of a session was not written'),
  });
}

const factorStore = (queries: Queries) => ({
  ...factorRepository(queries),
  ...challengeRepository(queries),
});

/** Second steps of the sign-in. */
function factorsOf(
  { config, database, clock, ids }: AccountServiceDeps,
  {
    inTransaction,
    passwords,
    publisher,
    challenges,
    emails,
  }: AccountCollaborators & SendsEmails & Pick<AccountServices, 'challenges'>,
): FactorService {
  const { byId } = accountRepository(database);
  return factorService({
    factors: factorStore(database),
    challenges,
    inTransaction: inTransaction(factorStore),
    passwordCheck: passwordCheckOf(accountRepository(database), passwords),
    publicOrigins: config.publicOrigins,
    async announce(signedIn) {
      publisher.accountChanged(signedIn, 'factors');
      const user = emails && (await byId(signedIn.userId));
      if (user) emails.factorsChanged(user.email);
    },
    clock,
    ids,
  });
}

interface SendsEmails {
  /** Undefined where no emails are sent. */
  emails: AccountEmails | undefined;
}

/** Links that are sent by email. */
function accountLinksOf(
  { database, clock }: AccountServiceDeps,
  { inTransaction, onError, ...collaborators }: AccountCollaborators & SendsEmails,
): AccountLinkService {
  const store = (queries: Queries) => ({
    links: accountLinkRepository(queries),
    accounts: accountRepository(queries),
  });
  return accountLinkService({
    ...collaborators,
    ...store(database),
    userByEmail: userRepository(database).byEmail,
    inTransaction: inTransaction(store),
    clock,
    onError: onError('a link for a new password was not sent'),
  });
}

type SignInCollaborators = AccountCollaborators &
  SendsEmails &
  Pick<AccountServices, 'browsers' | 'sessions' | 'challenges'>;

/** Registering and signing in. */
function signInOf(
  { config, database, clock, ids }: AccountServiceDeps,
  { inTransaction, passwords, browsers, sessions, challenges, emails }: SignInCollaborators,
): Promise<SignInService> {
  return signInService({
    users: userRepository(database),
    inTransaction: inTransaction((queries) => ({
      users: userRepository(queries),
      families: familyRepository(queries),
    })),
    registration: config.registration,
    passwords,
    sessions,
    challenges,
    links: accountLinkRepository(database),
    emails,
    browsers,
    clock,
    ids,
  });
}
