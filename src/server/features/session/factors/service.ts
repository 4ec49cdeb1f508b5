import type { Factor } from '#contract/factors';
import type { FactorRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import type { SignedIn } from '#server/signedIn';
import { requireOpenSession } from '../passwordCheck';
import { addRecoveryCodes } from './recoveryCodes';
import type { FactorRepository } from './repository';
import { type FactorDeps, type FactorSetup, factorSetup } from './setup';

/** The second factors of people: which they have, adding and removing them. */
export interface FactorService extends FactorSetup {
  list(userId: string): Promise<Factor[]>;
  recoveryCodesLeft(userId: string): Promise<number>;
  /** Ends the recovery codes of the account. @returns new ones */
  renewRecoveryCodes(signedIn: SignedIn, currentPassword: string): Promise<string[]>;
  remove(signedIn: SignedIn, factorId: string, currentPassword: string): Promise<void>;
}

/** The rules of second factors. */
export function factorService(deps: FactorDeps): FactorService {
  const { factors, inTransaction, passwordCheck, announce } = deps;

  return {
    ...factorSetup(deps),
    async list(userId) {
      return (await factors.list(userId)).map(toFactor);
    },
    recoveryCodesLeft: (userId) => factors.recoveryCodesLeft(userId),
    async renewRecoveryCodes(signedIn, currentPassword) {
      const { userId, sessionId } = signedIn;
      await passwordCheck(userId, currentPassword, 'wrong_current_password');
      const codes = await inTransaction(async (stored) => {
        await requireOpenSession(stored, sessionId);
        if ((await stored.list(userId)).length === 0) throw new DomainError('factor_not_found');
        await stored.removeRecoveryCodes(userId);
        return addRecoveryCodes(stored, userId);
      });
      await announce(signedIn);
      return codes;
    },
    async remove(signedIn, factorId, currentPassword) {
      const { userId, sessionId } = signedIn;
      await passwordCheck(userId, currentPassword, 'wrong_current_password');
      await inTransaction(async (stored) => {
        await requireOpenSession(stored, sessionId);
        await removeFactor(stored, factorId, userId);
      });
      await announce(signedIn);
    },
  };
}

/** Recovery codes go with the last factor. @throws DomainError 404 */
async function removeFactor(stored: FactorRepository, id: string, userId: string): Promise<void> {
  if (!(await stored.remove(id, userId))) throw new DomainError('factor_not_found');
  if ((await stored.list(userId)).length === 0) await stored.removeRecoveryCodes(userId);
}

function toFactor({ id, kind, created_at, last_used_at }: FactorRow): Factor {
  const iso = (moment: number): string => new Date(moment).toISOString();
  return {
    id,
    kind,
    createdAt: iso(created_at),
    lastUsedAt: last_used_at === null ? null : iso(last_used_at),
  };
}
