import type { SessionInfo } from '#contract/signedInDevices';
import type { Clock, Ids } from '#server/clock';
import type { SessionRow, UserRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import type { Publisher } from '#server/publisher';
import { sha256 } from '#server/hashes';
import type { PasswordCheck } from '../passwordCheck';
import { type Caller, LAST_USED_PRECISION_MS, type SignedIn } from '#server/signedIn';
import { TOKEN_LIFE_SECONDS, type TokenClaims, type Tokens } from '../tokens';
import type { SessionRepository } from './repository';

export interface SessionsService {
  /**
   * Begins a session for an authenticated user, and notifies their other devices.
   * @param factorPassedAt when the account's second factor was given as well; null when it was not
   * @param browser an earlier session of it ends
   * @returns the token, and whether a client that calls itself the same was signed in from the same address already
   */
  start(
    user: UserRow,
    caller: Caller,
    browser: SignInBrowser,
    factorPassedAt: number | null,
  ): Promise<StartedSession>;
  /** @throws DomainError 401 for everything but a valid token of a session that has not ended */
  authenticate(token: string | undefined, caller: Caller): Promise<SignedIn>;
  /** Notes that an open socket of a session is used. */
  noteUse(sessionId: string, caller: Caller): Promise<void>;
  /** A token for a session that has one already. */
  tokenFor(user: UserRow, sessionId: string): Promise<string>;
  /** Whether the owner has signed in to a session in the last 10 minutes. */
  isNew(signedIn: SignedIn): Promise<boolean>;
  list(signedIn: SignedIn): Promise<SessionInfo[]>;
  /** Ends the session that asks. */
  signOut(signedIn: SignedIn): Promise<void>;
  /** Ends one of the caller's sessions. */
  end(signedIn: SignedIn, sessionId: string, currentPassword: string): Promise<void>;
  /** Deletes sessions whose tokens have expired. */
  deleteExpired(): Promise<void>;
}

/** The browser of a sign-in. */
interface SignInBrowser {
  readonly browserId: string;
  /** Its id from before the account's last new password. */
  readonly earlierId: string;
}

export interface StartedSession {
  readonly token: string;
  readonly isKnownClient: boolean;
}

export interface SessionsDeps {
  sessions: SessionRepository;
  /** Runs the work on a repository inside one transaction. */
  inTransaction<Result>(work: (sessions: SessionRepository) => Promise<Result>): Promise<Result>;
  tokens: Tokens;
  passwordCheck: PasswordCheck;
  publisher: Publisher;
  clock: Clock;
  ids: Ids;
  /** Receives errors that no caller waits for. */
  onError(error: unknown): void;
}

/** Further sign-ins end the session that was not used for the longest time. */
const SESSIONS_PER_USER = 100;
const NEW_MS = 10 * 60_000;
const USER_AGENT_MAX_LENGTH = 300;
const TOKEN_LIFE_MS = TOKEN_LIFE_SECONDS * 1_000;
/** A token can be issued up to a day ahead of this clock. */
const SESSION_KEPT_MS = TOKEN_LIFE_MS + 2 * 86_400_000;
/** Begins the ids of sessions whose tokens carry none. */
const ADOPTED_PREFIX = 'adopted-';

/** The rules of sessions. */
export function sessionsService(deps: SessionsDeps): SessionsService {
  const { sessions, tokens, passwordCheck, publisher, clock, ids } = deps;

  async function end(sessionId: string): Promise<void> {
    // With its devices in one transaction, so that none is added at that moment.
    await deps.inTransaction((stored) =>
      sessionId.startsWith(ADOPTED_PREFIX)
        ? stored.markEnded(sessionId, clock.now())
        : stored.remove(sessionId),
    );
    publisher.disconnectSession(sessionId);
  }
  const unexpiredOf = (userId: string): Promise<SessionRow[]> =>
    sessions.list(userId, clock.now() - TOKEN_LIFE_MS);

  return {
    async start(user, caller, browser, factorPassedAt) {
      const earlier = await unexpiredOf(user.id);
      const session = {
        ...newSession(ids.next(), user.id, caller, browser.browserId, clock.now()),
        factor_passed_at: factorPassedAt,
        pushes_removed_at: await pushRemovalOf(deps, earlier, user.id, browser),
      };
      await sessions.insert(session, user.token_version);
      const replaced = earlier.filter(
        ({ browser_id }, index) => browser_id === browser.browserId || index >= SESSIONS_PER_USER - 1,
      );
      for (const { id } of replaced) await end(id);
      publisher.sessionCreated(user.id, toCreated(session));
      return {
        token: await tokens.sign(user.id, user.token_version, session.id),
        isKnownClient: earlier.some(
          ({ address, user_agent }) => address === session.address && user_agent === session.user_agent,
        ),
      };
    },
    async authenticate(token, caller) {
      const claims = token === undefined ? undefined : await tokens.read(token);
      if (!claims || token === undefined) throw new DomainError('not_signed_in');
      const { userId, expiresAt } = claims;
      const sessionId = claims.sessionId ?? adoptedId(token);
      const state = await sessions.state({ userId, sessionId });
      if (state?.tokenVersion !== claims.version) throw new DomainError('not_signed_in');
      await use(deps, { ...claims, sessionId }, state.session, caller, claims.sessionId === undefined);
      return { userId, sessionId, expiresAt };
    },
    noteUse: (sessionId, caller) => noteUse(deps, sessionId, caller),
    tokenFor: (user, sessionId) => tokens.sign(user.id, user.token_version, sessionId),
    isNew: async ({ userId, sessionId }) =>
      (await unexpiredOf(userId)).some((row) => row.id === sessionId && isNewAt(row, clock.now())),
    async list({ userId, sessionId }) {
      return (await unexpiredOf(userId)).map((row) => toInfo(row, sessionId));
    },
    signOut: ({ sessionId }) => end(sessionId),
    async end({ userId }, sessionId, currentPassword) {
      await passwordCheck(userId, currentPassword, 'wrong_current_password');
      const own = await unexpiredOf(userId);
      if (!own.some(({ id }) => id === sessionId)) throw new DomainError('session_not_found');
      await end(sessionId);
    },
    deleteExpired: () => sessions.removeOlderThan(clock.now() - SESSION_KEPT_MS),
  };
}

/** When the user removed the pushes of a browser whose session is replaced; null when they did not. */
async function pushRemovalOf(
  { sessions }: SessionsDeps,
  open: readonly SessionRow[],
  userId: string,
  { browserId, earlierId }: SignInBrowser,
): Promise<number | null> {
  const replaced = open.find(({ browser_id }) => browser_id === browserId);
  return replaced ? replaced.pushes_removed_at : sessions.pushRemovalOfEnded(userId, earlierId);
}

/**
 * Notes that a session is used, now and then. A token from before sessions were stored gets one at its first use.
 * @throws DomainError 401 when the session has ended
 */
async function use(
  deps: SessionsDeps,
  { userId, sessionId, version, issuedAt }: TokenClaims & { sessionId: string },
  session: Pick<SessionRow, 'last_used_at' | 'ended_at'> | undefined,
  caller: Caller,
  isAdopted: boolean,
): Promise<void> {
  const { sessions, clock, onError } = deps;
  const now = clock.now();
  if (session ? session.ended_at !== null : !isAdopted) throw new DomainError('not_signed_in');
  if (session && session.last_used_at >= now - LAST_USED_PRECISION_MS) return;
  if (session) return noteUse(deps, sessionId, caller);
  const adopted = newSession(sessionId, userId, caller, null, now);
  await sessions.insert({ ...adopted, created_at: issuedAt }, version).catch(onError);
}

/** Writes that a session is used, unless that was written lately. */
async function noteUse(
  { sessions, clock, onError }: SessionsDeps,
  sessionId: string,
  caller: Caller,
): Promise<void> {
  const now = clock.now();
  try {
    await sessions.touch(sessionId, useOf(caller, now), now - LAST_USED_PRECISION_MS);
  } catch (error) {
    // What the caller wants may work while the database cannot write.
    onError(error);
  }
}

/** The token of an older release is its own name: it stays the same for as long as it is used. */
function adoptedId(token: string): string {
  return ADOPTED_PREFIX + sha256(token);
}

/** What a session shows of the client that uses it now. */
const useOf = ({ address, userAgent }: Caller, now: number) => ({
  last_used_at: now,
  address,
  user_agent: userAgent.slice(0, USER_AGENT_MAX_LENGTH),
});

function newSession(
  id: string,
  userId: string,
  caller: Caller,
  browserId: string | null,
  now: number,
): SessionRow {
  return {
    id,
    user_id: userId,
    browser_id: browserId,
    created_at: now,
    ...useOf(caller, now),
    ended_at: null,
    factor_passed_at: null,
    pushes_removed_at: null,
  };
}

const iso = (moment: number): string => new Date(moment).toISOString();

const isNewAt = ({ created_at }: SessionRow, now: number): boolean => Math.abs(now - created_at) < NEW_MS;

const toInfo = (row: SessionRow, currentId: string): SessionInfo => ({
  ...toCreated(row),
  lastUsedAt: iso(row.last_used_at),
  current: row.id === currentId,
});

function toCreated({ id, created_at, address, user_agent }: SessionRow) {
  return { id, createdAt: iso(created_at), address, userAgent: user_agent };
}
