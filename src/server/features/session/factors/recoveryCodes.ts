import { randomInt } from 'node:crypto';
import { sha256 } from '#server/hashes';
import type { FactorRepository } from './repository';

/** Crockford's base 32: no letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const COUNT = 10;
/** 80 random bits, so that a fast hash is enough. */
const LENGTH = 16;

/** New codes as they are shown, in groups of four. */
function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '');
    return letters.join('').replaceAll(/(.{4})(?=.)/gu, '$1-');
  });
}

/** The hash of a code as typed: case, spaces and hyphens make no difference. */
export function recoveryCodeHash(typed: string): string {
  const code = typed.toUpperCase().replaceAll(/[\s-]/gu, '').replaceAll('O', '0').replaceAll(/[IL]/gu, '1');
  return sha256(code);
}

/** @returns codes to show; none when some are left */
export async function addRecoveryCodes(stored: FactorRepository, userId: string): Promise<string[]> {
  if ((await stored.recoveryCodesLeft(userId)) > 0) return [];
  const codes = newRecoveryCodes();
  await stored.insertRecoveryCodes(userId, codes.map(recoveryCodeHash));
  return codes;
}
