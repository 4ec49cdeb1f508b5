import { randomInt } from 'node:crypto';
import { INVITE_CODE_LENGTH } from '#contract/limits';

/** Crockford's base 32: no I, L, O or U, so that a code is not misread on paper or over the phone. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A new invitation code: 50 random bits. */
export function newInviteCode(): string {
  return Array.from({ length: INVITE_CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Replaces letters that look like a digit with that digit, as Crockford's encoding defines. */
export function normalizeInviteCode(typed: string): string {
  return typed.replaceAll('O', '0').replace(/[IL]/gu, '1');
}
