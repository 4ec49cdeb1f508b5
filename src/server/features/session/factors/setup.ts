import { FACTORS_PER_USER } from '#contract/limits';
import type { Clock, Ids } from '#server/clock';
import type { FactorRow, UserRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import { type FactorChallenges, type FactorStore, SETUP_LIFE_MS } from '../challenges/service';
import { type PasswordCheck, requireOpenSession } from '../passwordCheck';
import type { SignedIn } from '#server/signedIn';
import { type PasskeySite, passkeySite, registrationOptions, verifiedPasskey } from './passkeys';
import { addRecoveryCodes } from './recoveryCodes';
import { newTotp, totpStepOf } from './totp';

/** Adds second factors in two steps: the session that starts one must confirm it in time. */
export interface FactorSetup {
  startTotp(signedIn: SignedIn, currentPassword: string): Promise<{ secret: string; uri: string }>;
  /** @returns new recovery codes, where the account has none */
  confirmTotp(signedIn: SignedIn, code: string): Promise<string[]>;
  /** @returns the WebAuthn options for the browser */
  startPasskey(signedIn: SignedIn, currentPassword: string, host: string): Promise<unknown>;
  addPasskey(signedIn: SignedIn, attestation: unknown, host: string): Promise<string[]>;
  /** Deletes setups that were not confirmed in time. */
  deleteExpired(): Promise<void>;
}

export interface FactorDeps {
  factors: FactorStore;
  challenges: FactorChallenges;
  /** Runs the work inside one transaction. */
  inTransaction<Result>(work: (factors: FactorStore) => Promise<Result>): Promise<Result>;
  passwordCheck: PasswordCheck;
  publicOrigins: readonly string[];
  /** Informs the owner's other devices and mailbox of a change, which may be one of a thief. */
  announce(signedIn: SignedIn): Promise<void>;
  clock: Clock;
  ids: Ids;
}

/** The rules of adding second factors. */
export function factorSetup(deps: FactorDeps): FactorSetup {
  const { factors, inTransaction, clock } = deps;
  const siteOf = (host: string) => passkeySite(deps.publicOrigins, host);

  return {
    async startTotp(signedIn, currentPassword) {
      const { userId, sessionId } = signedIn;
      const { user } = await requireMayAdd(deps, userId, currentPassword);
      const { secret, uri } = newTotp(user.email);
      await inTransaction(async (stored) => {
        await requireOpenSession(stored, sessionId);
        await stored.removePending(userId, sessionId);
        await stored.insert({ ...emptyFactor(deps, signedIn, 'totp'), totp_secret: secret });
      });
      return { secret, uri };
    },
    async confirmTotp(signedIn, code) {
      const now = clock.now();
      const pending = await factors.pendingTotp(signedIn.sessionId, now - SETUP_LIFE_MS);
      if (!pending) throw new DomainError('factor_setup_expired');
      const step = await totpStepOf(pending.totp_secret ?? '', code, now);
      if (step === undefined) throw new DomainError('code_wrong');
      const codes = await inTransaction(async (stored) => {
        if (!(await stored.confirmTotp(pending.id, step, now))) throw new DomainError('factor_setup_expired');
        return completeSetup(stored, signedIn);
      });
      await announceAdded(deps, signedIn);
      return codes;
    },
    async startPasskey({ userId, sessionId }, currentPassword, host) {
      const site = siteOf(host);
      if (!site) throw new DomainError('passkeys_unavailable');
      const { user, existing } = await requireMayAdd(deps, userId, currentPassword);
      const id = await deps.challenges.create({
        user_id: userId,
        purpose: 'passkey',
        session_id: sessionId,
        client: sessionId,
        token_version: null,
      });
      return registrationOptions(site, user, id, existing);
    },
    async addPasskey(signedIn, attestation, host) {
      const passkey = await newPasskey(deps, signedIn, attestation, siteOf(host));
      const codes = await inTransaction(async (stored) => {
        const factor = { ...emptyFactor(deps, signedIn, 'passkey'), ...passkey };
        await stored.insert({ ...factor, confirmed_at: factor.created_at });
        return completeSetup(stored, signedIn);
      });
      await announceAdded(deps, signedIn);
      return codes;
    },
    deleteExpired: () => factors.removePendingBefore(clock.now() - SETUP_LIFE_MS),
  };
}

/** @throws DomainError 400 for a wrong password, 409 when there are too many factors */
async function requireMayAdd(
  { factors, passwordCheck }: FactorDeps,
  userId: string,
  currentPassword: string,
): Promise<{ user: UserRow; existing: FactorRow[] }> {
  const user = await passwordCheck(userId, currentPassword, 'wrong_current_password');
  const existing = await factors.list(userId);
  if (existing.length >= FACTORS_PER_USER) throw new DomainError('factor_limit');
  return { user, existing };
}

/** The session that added a factor has just passed it. */
async function announceAdded({ factors, announce, clock }: FactorDeps, signedIn: SignedIn): Promise<void> {
  await factors.setFactorPassed(signedIn.sessionId, clock.now());
  await announce(signedIn);
}

/** @throws DomainError 400 when the browser's answer does not fit a challenge of this person */
async function newPasskey(
  { factors, clock }: FactorDeps,
  { userId, sessionId }: SignedIn,
  attestation: unknown,
  site: PasskeySite | undefined,
) {
  if (!site) throw new DomainError('passkeys_unavailable');
  const challenge = await factors.challenge(challengeIn(attestation), clock.now());
  const { user_id, session_id, purpose } = challenge ?? {};
  if (!challenge || user_id !== userId || session_id !== sessionId || purpose !== 'passkey')
    throw new DomainError('passkey_invalid');
  const passkey = await verifiedPasskey(site, attestation, challenge.id);
  if (!passkey || !(await factors.useChallenge(challenge.id))) throw new DomainError('passkey_invalid');
  return passkey;
}

/** The challenge that a browser claims to answer; empty when the attestation has none. */
function challengeIn(attestation: unknown): string {
  try {
    const { clientDataJSON } = (attestation as { response: { clientDataJSON: string } }).response;
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
      challenge: unknown;
    };
    return String(challenge);
  } catch {
    return '';
  }
}

/**
 * Deletes all other setups of the account, because another session, even of an attacker, may have started them.
 * @returns recovery codes to show, empty where the account has some
 * @throws DomainError 409 when there are too many factors
 */
async function completeSetup(stored: FactorStore, { userId, sessionId }: SignedIn): Promise<string[]> {
  await requireOpenSession(stored, sessionId);
  if ((await stored.list(userId)).length > FACTORS_PER_USER) throw new DomainError('factor_limit');
  await stored.removePending(userId);
  await stored.removePasskeyChallenges(userId);
  return addRecoveryCodes(stored, userId);
}

function emptyFactor(
  { ids, clock }: FactorDeps,
  { userId, sessionId }: SignedIn,
  kind: FactorRow['kind'],
): FactorRow {
  return {
    id: ids.next(),
    user_id: userId,
    kind,
    session_id: sessionId,
    created_at: clock.now(),
    confirmed_at: null,
    last_used_at: null,
    totp_secret: null,
    totp_step: null,
    credential_id: null,
    public_key: null,
    counter: null,
  };
}
