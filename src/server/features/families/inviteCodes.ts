import { randomInt } from 'node:crypto';
import { INVITE_CODE_LENGTH } from '#contract/limits';

/** Crockford's base 32: no I, L, O or U, so that a code survives being read out or written down. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A new invitation code: 50 random bits. */
export function newInviteCode(): string {
  return Array.from({ length: INVITE_CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** The code somebody meant who typed a letter that looks like a digit, as Crockford's encoding has it. */
export function meantCode(typed: string): string {
  return typed.replaceAll('O', '0').replace(/[IL]/gu, '1');
}
