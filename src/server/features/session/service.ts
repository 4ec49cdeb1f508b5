import type * as z from 'zod/mini';
import type { LoginInput, RegisterInput, SessionAnswer, User } from '#contract/session';
import type { Clock, Ids } from '#server/clock';
import type { UserRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import { rejectCommonPassword } from './commonPasswords';
import type { Devices } from './devices';
import type { PasswordHasher } from './passwords';
import type { UserRepository } from './repository';
import type { Tokens } from './tokens';

/** The account that a session token belongs to. */
export interface SignedIn {
  readonly userId: string;
  /** When the token expires, epoch milliseconds. */
  readonly expiresAt: number;
}

export interface SessionService {
  /**
   * Called before rate limits and hashing, because choosing a password is not a guess.
   * @throws DomainError 400 for a common password
   */
  rejectCommonPassword(password: string): void;
  register(input: z.output<typeof RegisterInput>): Promise<SessionAnswer>;
  login(input: z.output<typeof LoginInput>): Promise<SessionAnswer>;
  /** The id of the device when the token belongs to the account with this email, else undefined. */
  knownDevice(token: string | undefined, email: string): Promise<string | undefined>;
  /** Issues a device token for the browser that has just signed in. */
  issueDeviceToken(userId: string): Promise<string>;
  me(userId: string): Promise<User>;
  /** @throws DomainError 401 for everything but a valid token */
  authenticate(token: string | undefined): Promise<SignedIn>;
}

export interface SessionDeps {
  users: UserRepository;
  passwords: PasswordHasher;
  tokens: Tokens;
  devices: Devices;
  clock: Clock;
  ids: Ids;
}

/** The rules of accounts and sessions. */
export async function sessionService(deps: SessionDeps): Promise<SessionService> {
  const { users, passwords, tokens, devices, clock, ids } = deps;
  // Verified when no account has the email, so that both answers take the same time.
  const dummyHash = await passwords.hash(ids.next());
  const startSession = async (user: UserRow): Promise<SessionAnswer> => ({
    token: await tokens.sign(user.id, user.token_version),
    user: toOwnUser(user),
  });

  return {
    rejectCommonPassword,
    async register(input) {
      // Hashed before the email is looked up: a taken email must not answer faster.
      const user = newUser(input, await passwords.hash(input.password), ids.next(), clock.now());
      if (!(await users.insert(user))) throw new DomainError('email_taken');
      return startSession(user);
    },
    async login({ email, password }) {
      const user = await users.byEmail(email);
      const matches = await passwords.verify(user?.password_hash ?? dummyHash, password);
      if (!user || !matches) throw new DomainError('wrong_credentials');
      if (passwords.isOutdated(user.password_hash)) await strengthen(deps, user, password);
      return startSession(user);
    },
    async knownDevice(token, email) {
      const device = token === undefined ? undefined : await devices.read(token);
      const user = device && (await users.byEmail(email));
      return user && user.id === device.userId ? device.deviceId : undefined;
    },
    issueDeviceToken: devices.issueToken,
    async me(userId) {
      const user = await users.byId(userId);
      if (!user) throw new DomainError('not_signed_in');
      return toOwnUser(user);
    },
    async authenticate(token) {
      const claims = token === undefined ? undefined : await tokens.read(token);
      if (!claims || (await users.tokenVersion(claims.userId)) !== claims.version)
        throw new DomainError('not_signed_in');
      return { userId: claims.userId, expiresAt: claims.expiresAt };
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
    phone: input.phone || null,
    profile_image: null,
    password_hash: hash,
    token_version: 0,
    created_at: now,
  };
}

function toOwnUser(user: UserRow): User {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    phone: user.phone,
    profileImage: user.profile_image,
  };
}
