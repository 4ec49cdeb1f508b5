import type * as z from 'zod/mini';
import type { LoginInput, RegisterInput, SessionAnswer, User } from '#contract/session';
import type { Clock, Ids } from '#server/clock';
import type { FactorChallengeRow, UserRow } from '#server/db/schema';
import type { Registration } from '#server/config';
import { DomainError } from '#server/domainError';
import type { AccountEmails } from './accountEmails';
import type { AccountLinkRepository } from './accountLinks/repository';
import { rejectCommonPassword } from './commonPasswords';
import type { Devices, KnownBrowser } from './devices';
import type { FactorChallenges } from './challenges/service';
import type { PasswordHasher } from './passwords';
import { registrationNow, type RegistrationStore, requireAdmission } from './registration';
import type { UserRepository } from './repository';
import type { SessionsService } from './sessions/service';
import type { Caller } from './signedIn';

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

export interface SessionService {
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
   * @returns no device token for the latter
   */
  afterSecondFactor(
    challenge: FactorChallengeRow,
    client: SignInClient,
  ): Promise<{ answer: SessionAnswer; deviceToken?: string }>;
  /** The id of the browser when the account with this email has signed in there, else undefined. */
  knownBrowser(deviceToken: string | undefined, email: string): Promise<string | undefined>;
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
  devices: Devices;
  challenges: FactorChallenges;
  links: AccountLinkRepository;
  /** Undefined where no emails are sent. */
  emails: AccountEmails | undefined;
  clock: Clock;
  ids: Ids;
}

/** The rules of accounts and sessions. */
export async function sessionService(deps: SessionDeps): Promise<SessionService> {
  const { users, passwords, sessions, devices, emails, clock, ids } = deps;
  // Verified when no account has the email, so that both answers take the same time.
  const dummyHash = await passwords.hash(ids.next());

  async function signIn(
    user: UserRow,
    client: SignInClient,
    { isNew = false, hasPassedFactor = false } = {},
  ): Promise<SignedInClient> {
    const used = await usedBrowser(devices, user, client.deviceToken);
    const browserId = used?.version === user.token_version ? used.browserId : ids.next();
    const { token, isKnownClient } = await sessions.start(user, client, browserId, hasPassedFactor);
    if (!isNew && !used && !isKnownClient) emails?.signedIn(user.email, client.userAgent, clock.now());
    return {
      answer: { token, user: await ownUser(deps, user) },
      deviceToken: await devices.issueToken({ userId: user.id, browserId, version: user.token_version }),
    };
  }

  return {
    rejectCommonPassword,
    async register(input, client) {
      // Hashed before the email is looked up: a taken email must not answer faster.
      const user = newUser(input, await passwords.hash(input.password), ids.next(), clock.now());
      const isNew = await deps.inTransaction(async (stored) => {
        await requireAdmission(stored, deps.registration, input.inviteCode);
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
      const key = (await browserOf(devices, user, client.deviceToken)) ?? client.address;
      await deps.challenges.requireAtSignIn(user, { key, host: client.host });
      return signIn(user, client);
    },
    async afterSecondFactor({ user_id: userId, session_id: sessionId }, client) {
      const user = await users.byId(userId);
      if (!user) throw new DomainError('challenge_expired');
      if (sessionId === null) return signIn(user, client, { hasPassedFactor: true });
      return { answer: { token: await sessions.tokenFor(user, sessionId), user: await ownUser(deps, user) } };
    },
    async knownBrowser(deviceToken, email) {
      const user = deviceToken === undefined ? undefined : await users.byEmail(email);
      return user && browserOf(devices, user, deviceToken);
    },
    registration: registrationNow(deps.registration, users),
    async me(userId) {
      const user = await users.byId(userId);
      if (!user) throw new DomainError('not_signed_in');
      return ownUser(deps, user);
    },
  };
}

/** The id of a browser in which the account has signed in since its tokens last ended. */
async function browserOf(
  devices: Devices,
  user: UserRow,
  deviceToken: string | undefined,
): Promise<string | undefined> {
  const used = await usedBrowser(devices, user, deviceToken);
  return used?.version === user.token_version ? used.browserId : undefined;
}

/** A browser in which the account has signed in before, also before its tokens last ended. */
async function usedBrowser(
  devices: Devices,
  user: UserRow,
  deviceToken: string | undefined,
): Promise<KnownBrowser | undefined> {
  const used = deviceToken === undefined ? undefined : await devices.read(deviceToken);
  return used?.userId === user.id ? used : undefined;
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
    profile_image: null,
    password_hash: hash,
    token_version: 0,
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
    profileImage: user.profile_image,
  };
}
