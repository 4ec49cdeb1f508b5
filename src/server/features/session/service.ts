import type * as z from 'zod/mini';
import type { LoginInput, RegisterInput, SessionAnswer, User } from '#contract/session';
import type { Clock, Ids } from '#server/clock';
import type { FactorChallengeRow, UserRow } from '#server/db/schema';
import type { Registration } from '#server/config';
import { DomainError } from '#server/domainError';
import type { AccountEmails } from './accountEmails';
import type { AccountLinkRepository } from './accountLinks/repository';
import { rejectCommonPassword } from './commonPasswords';
import type { KnownBrowsers } from './browsers/service';
import type { FactorChallenges } from './challenges/service';
import type { PasswordHasher } from './passwords';
import { currentRegistration, type RegistrationStore, requireRegistrationAllowed } from './registration';
import type { UserRepository } from './repository';
import type { SessionsService } from './sessions/service';
import type { Caller } from '#server/signedIn';

/** The client that signs in. */
export interface SignInClient extends Caller {
  /** The device cookie, not verified. */
  readonly deviceToken: string | undefined;
  /** The Host header, for passkeys. */
  readonly host: string;
}

/** What a sign-in gives to the client. */
export interface SignedInClient {
  readonly answer: SessionAnswer;
  /** For the cookie by which the browser is known at its next sign-in. */
  readonly deviceToken: string;
}

export interface SignInService {
  /**
   * Called before rate limits and hashing, because choosing a password is not a guess.
   * @throws DomainError 400 for a common password
   */
  rejectCommonPassword(password: string): void;
  register(input: z.output<typeof RegisterInput>, client: SignInClient): Promise<SignedInClient>;
  /** @returns the account, whose second factor is still to be asked for */
  checkPassword(input: z.output<typeof LoginInput>): Promise<UserRow>;
  /** Signs in a person who has proven their password. @throws SecondFactorNeeded 401 */
  signInWithPassword(user: UserRow, client: SignInClient): Promise<SignedInClient>;
  /**
   * Goes on after a passed second factor: a sign-in begins a session, a change of the account keeps the one it has.
   * @returns no device token for a change in a browser that is not known
   */
  afterSecondFactor(
    challenge: FactorChallengeRow,
    client: SignInClient,
  ): Promise<{ answer: SessionAnswer; deviceToken: string | undefined }>;
  me(userId: string): Promise<User>;
  /** Who may make an account now. */
  registration(): Promise<Registration>;
}

export interface SessionDeps {
  users: UserRepository;
  /** Runs the work on accounts inside one transaction. */
  inTransaction<Result>(work: (stored: RegistrationStore) => Promise<Result>): Promise<Result>;
  registration: Registration;
  passwords: PasswordHasher;
  sessions: SessionsService;
  browsers: KnownBrowsers;
  challenges: FactorChallenges;
  links: AccountLinkRepository;
  /** Undefined where no emails are sent. */
  emails: AccountEmails | undefined;
  clock: Clock;
  ids: Ids;
}

/** The rules of accounts and sessions. */
export async function signInService(deps: SessionDeps): Promise<SignInService> {
  const { users, passwords, sessions, browsers, emails, clock, ids } = deps;
  // Verified when no account has the email, so that both answers take the same time.
  const dummyHash = await passwords.hash(ids.next());

  async function signIn(
    user: UserRow,
    client: SignInClient,
    { isNew = false, factorPassedAt = null }: { isNew?: boolean; factorPassedAt?: number | null } = {},
  ): Promise<SignedInClient> {
    const browser = await browsers.add(user, client.deviceToken, factorPassedAt !== null);
    const { token, isKnownClient } = await sessions.start(user, client, browser, factorPassedAt);
    if (!isNew && browser.isNew && !isKnownClient)
      emails?.signedIn(user.email, client.userAgent, clock.now());
    return { answer: { token, user: await ownUser(deps, user) }, deviceToken: browser.deviceToken };
  }

  return {
    rejectCommonPassword,
    async register(input, client) {
      // Hashed before the email is looked up: a taken email must not answer faster.
      const user = newUser(input, await passwords.hash(input.password), ids.next(), clock.now());
      const isNew = await deps.inTransaction(async (stored) => {
        await requireRegistrationAllowed(stored, deps.registration, input.inviteCode);
        return stored.users.insert(user);
      });
      if (!isNew) throw new DomainError('email_taken');
      return signIn(user, client, { isNew });
    },
    async checkPassword({ email, password }) {
      const user = await users.byEmail(email);
      const matches = await passwords.verify(user?.password_hash ?? dummyHash, password);
      if (!user || !matches) throw new DomainError('wrong_credentials');
      if (passwords.isOutdated(user.password_hash)) await strengthen(deps, user, password);
      return user;
    },
    async signInWithPassword(user, client) {
      const { browserId: key = client.address, factorPassedAt = null } =
        (await browsers.of(user, client.deviceToken)) ?? {};
      if (factorPassedAt === null) await deps.challenges.requireAtSignIn(user, { key, host: client.host });
      return signIn(user, client, { factorPassedAt });
    },
    async afterSecondFactor({ user_id: userId, session_id: sessionId, token_version: version }, client) {
      const user = await users.byId(userId);
      // The password may have been changed since it was right.
      if (!user || (version !== null && user.token_version !== version))
        throw new DomainError('challenge_expired');
      if (sessionId === null) return signIn(user, client, { factorPassedAt: clock.now() });
      return {
        answer: { token: await sessions.tokenFor(user, sessionId), user: await ownUser(deps, user) },
        deviceToken: await browsers.trust(userId, client.deviceToken),
      };
    },
    registration: currentRegistration(deps.registration, users),
    async me(userId) {
      const user = await users.byId(userId);
      if (!user) throw new DomainError('not_signed_in');
      return ownUser(deps, user);
    },
  };
}

/** Replaces an outdated hash after a successful sign-in. When the hasher is busy, the next sign-in does it. */
async function strengthen({ users, passwords }: SessionDeps, user: UserRow, password: string): Promise<void> {
  try {
    await users.strengthenHash(user.id, user.password_hash, await passwords.hash(password));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

function newUser(input: z.output<typeof RegisterInput>, hash: string, id: string, now: number): UserRow {
  return {
    id,
    name: input.name,
    email: input.email,
    email_changed_at: null,
    phone: input.phone || null,
    shares_phone: 0,
    profile_image: null,
    password_hash: hash,
    token_version: 0,
    phone_tid: null,
    created_at: now,
  };
}

async function ownUser({ links, clock }: SessionDeps, user: UserRow): Promise<User> {
  const pendingEmail = await links.pendingEmail(user.id, clock.now());
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    ...(pendingEmail === undefined ? {} : { pendingEmail }),
    phone: user.phone,
    sharesPhone: user.shares_phone === 1,
    profileImage: user.profile_image,
  };
}
