import type * as z from 'zod/mini';
import type { LoginInput, RegisterInput, SessionAnswer, User } from '#contract/session';
import type { Clock, Ids } from '#server/clock';
import type { UserRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import { refuseCommon } from './commonPasswords';
import type { Devices } from './devices';
import type { PasswordHasher } from './passwords';
import type { UserRepository } from './repository';
import type { Tokens } from './tokens';

/** Whoever a token stands for. */
export interface SignedIn {
  readonly userId: string;
  /** When the token dies, epoch milliseconds. */
  readonly expiresAt: number;
}

export interface SessionService {
  /**
   * Asked before anything is counted or hashed: to choose a password is no guess.
   * @throws DomainError 400 for one that everybody knows
   */
  refuseCommon(password: string): void;
  register(input: z.output<typeof RegisterInput>): Promise<SessionAnswer>;
  login(input: z.output<typeof LoginInput>): Promise<SessionAnswer>;
  /** Which known device of the account with this email a mark stands for; undefined when it is none of theirs. */
  knownDevice(mark: string | undefined, email: string): Promise<string | undefined>;
  /** A mark for the browser that has just signed in. */
  deviceMark(userId: string): Promise<string>;
  me(userId: string): Promise<User>;
  /** @throws DomainError 401 for everything but a live token. */
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
  // Compared with when nobody has the email, so that both answers take the same time.
  const dummyHash = await passwords.hash(ids.next());
  const startSession = async (user: UserRow): Promise<SessionAnswer> => ({
    token: await tokens.sign(user.id, user.token_version),
    user: asSeenByThemselves(user),
  });

  return {
    refuseCommon,
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
    async knownDevice(mark, email) {
      const device = mark === undefined ? undefined : await devices.read(mark);
      const user = device && (await users.byEmail(email));
      return user && user.id === device.userId ? device.deviceId : undefined;
    },
    deviceMark: devices.issueToken,
    async me(userId) {
      const user = await users.byId(userId);
      if (!user) throw new DomainError('not_signed_in');
      return asSeenByThemselves(user);
    },
    async authenticate(token) {
      const claims = token === undefined ? undefined : await tokens.read(token);
      if (!claims || (await users.tokenVersion(claims.userId)) !== claims.version)
        throw new DomainError('not_signed_in');
      return { userId: claims.userId, expiresAt: claims.expiresAt };
    },
  };
}

/** Hashes a right password again that was stored when less was enough. What cannot be done now is done another time. */
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

function asSeenByThemselves(user: UserRow): User {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    phone: user.phone,
    profileImage: user.profile_image,
  };
}
