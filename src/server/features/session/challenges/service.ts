import { randomBytes } from 'node:crypto';
import type { ErrorCode } from '#contract/errors';
import type { SecondFactorInput } from '#contract/factors';
import type { Clock } from '#server/clock';
import type { FactorChallengeRow, FactorRow, UserRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import type { SignedIn } from '#server/signedIn';
import { type PasskeySite, passkeySite, requestOptions, verifiedAssertion } from '../factors/passkeys';
import { recoveryCodeHash } from '../factors/recoveryCodes';
import type { FactorRepository } from '../factors/repository';
import { type AnswerLimits, answerLimits } from './answerLimits';
import type { ChallengeRepository } from './repository';
import { totpStepOf } from '../factors/totp';

/** Asks the client for a second factor. The answer carries what it needs to give one. */
class SecondFactorNeeded extends DomainError {
  constructor(
    code: ErrorCode,
    /** `challenge`, and `passkey` with the options of WebAuthn where the account has a passkey. */
    override readonly details: { readonly challenge: string; readonly passkey?: object },
  ) {
    super(code);
  }
}

/** Asks for second factors and checks what is given. */
export interface FactorChallenges {
  /**
   * @param client its key names the browser or address
   * @throws SecondFactorNeeded 401 when the account has a second factor
   */
  requireAtSignIn(user: UserRow, client: { readonly key: string; readonly host: string }): Promise<void>;
  /**
   * @returns when this session passed a second factor; null when the account has none
   * @throws SecondFactorNeeded 403 when the account has one and this session has not passed it lately
   */
  requireRecent(signedIn: SignedIn, host: string): Promise<number | null>;
  /** @throws DomainError 401 for a challenge that is unknown, used or too old */
  challenge(id: string): Promise<FactorChallengeRow>;
  /** Checks a code or a passkey and uses up the challenge. @throws DomainError 401 */
  pass(challenge: FactorChallengeRow, answer: SecondFactorInput, host: string): Promise<void>;
  /** @returns its id, which is also the challenge of WebAuthn */
  create(about: NewChallenge): Promise<string>;
  /**
   * What a wrong answer to a challenge counts for.
   * @param browserId of a browser in which a second factor of the account was passed before
   */
  answerLimits(
    challenge: FactorChallengeRow,
    answer: SecondFactorInput,
    from: { readonly address: string; readonly browserId: string | undefined },
  ): Promise<AnswerLimits>;
  /** Deletes expired challenges. */
  deleteExpired(): Promise<void>;
}

type NewChallenge = Omit<FactorChallengeRow, 'id' | 'created_at' | 'expires_at'>;

/** Second factors, and what is asked of them. */
export type FactorStore = FactorRepository & ChallengeRepository;

export interface ChallengeDeps {
  factors: FactorStore;
  publicOrigins: readonly string[];
  clock: Clock;
}

/** A factor that is begun has to be confirmed by then. */
export const SETUP_LIFE_MS = 10 * 60_000;
const CHALLENGE_LIFE_MS = 5 * 60_000;
/** A sign-in may be tried in several tabs, and behind one address by several people. */
const OPEN_SIGN_INS = 5;
/** For this long after a second factor was passed, changes of the account do not ask again. */
const PASSED_LIFE_MS = 10 * 60_000;

/** The rules of asking for second factors. */
export function factorChallenges(deps: ChallengeDeps): FactorChallenges {
  const { factors, clock } = deps;
  const siteOf = (host: string) => passkeySite(deps.publicOrigins, host);

  return {
    async requireAtSignIn(user, { key, host }) {
      const existing = await factors.list(user.id);
      if (existing.length === 0) return;
      const id = await newChallenge(deps, {
        user_id: user.id,
        purpose: 'signIn',
        session_id: null,
        client: key,
        token_version: user.token_version,
      });
      throw new SecondFactorNeeded('secondFactorRequired', describe(id, existing, siteOf(host)));
    },
    async requireRecent({ userId, sessionId }, host) {
      const existing = await factors.list(userId);
      if (existing.length === 0) return null;
      const passedAt = await factors.factorPassedAt(sessionId);
      if (passedAt !== null && passedAt > clock.now() - PASSED_LIFE_MS) return passedAt;
      const id = await newChallenge(deps, {
        user_id: userId,
        purpose: 'change',
        session_id: sessionId,
        client: sessionId,
        token_version: null,
      });
      throw new SecondFactorNeeded('second_factor_needed', describe(id, existing, siteOf(host)));
    },
    async challenge(id) {
      const challenge = await factors.challenge(id, clock.now());
      if (!challenge || challenge.purpose === 'passkey') throw new DomainError('challenge_expired');
      return challenge;
    },
    async pass(challenge, answer, host) {
      if (!(await isRight(deps, challenge, answer, siteOf(host))))
        throw new DomainError('second_factor_wrong');
      if (!(await factors.useChallenge(challenge.id))) throw new DomainError('challenge_expired');
      if (challenge.session_id !== null) await factors.setFactorPassed(challenge.session_id, clock.now());
    },
    create: (about) => newChallenge(deps, about),
    async answerLimits(challenge, answer, from) {
      const { session_id: sessionId } = challenge;
      const passedAt = sessionId === null ? null : await factors.factorPassedAt(sessionId);
      return answerLimits(challenge, answer, { ...from, hasPassed: passedAt !== null });
    },
    deleteExpired: () => factors.deleteChallenges(clock.now()),
  };
}

/** @returns its id, which is also the challenge of WebAuthn */
async function newChallenge({ factors, clock }: ChallengeDeps, about: NewChallenge): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  const now = clock.now();
  const life = about.purpose === 'passkey' ? SETUP_LIFE_MS : CHALLENGE_LIFE_MS;
  await factors.insertChallenge(
    { ...about, id, created_at: now, expires_at: now + life },
    about.purpose === 'signIn' ? OPEN_SIGN_INS : 1,
  );
  return id;
}

/** What a client needs to ask for one of these factors. */
function describe(challenge: string, existing: readonly FactorRow[], site: PasskeySite | undefined) {
  const passkeys = existing.filter(({ kind }) => kind === 'passkey');
  return {
    challenge,
    ...(site && passkeys.length > 0 ? { passkey: requestOptions(site, challenge, passkeys) } : {}),
  };
}

async function isRight(
  { factors, clock }: ChallengeDeps,
  challenge: FactorChallengeRow,
  { code, assertion }: SecondFactorInput,
  site: PasskeySite | undefined,
): Promise<boolean> {
  const { user_id: userId } = challenge;
  const existing = await factors.list(userId);
  const now = clock.now();
  if (assertion) {
    const passkey = existing.find(({ credential_id: id }) => id === assertion.id);
    const counter = passkey && site && (await verifiedAssertion(site, assertion, challenge.id, passkey));
    if (!passkey || counter === undefined) return false;
    await factors.usePasskey(passkey.id, counter, now);
    return true;
  }
  if (code === undefined) return false;
  for (const { id, totp_secret: secret } of existing.filter(({ kind }) => kind === 'totp')) {
    const step = await totpStepOf(secret ?? '', code, now);
    if (step !== undefined) return factors.useTotpStep(id, step, now);
  }
  return factors.useRecoveryCode(userId, recoveryCodeHash(code));
}
