import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto';
import { sha256 } from '#server/hashes';

/** Crockford base 32 in lower case: no i, l, o and u. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 130 random bits. */
const SECRET_LENGTH = 26;
const KEY_FORM = new RegExp(`^kp[${ALPHABET}]{${SECRET_LENGTH}}$`, 'u');
const TICKET_FORM = new RegExp(`^[${ALPHABET}]{${SECRET_LENGTH}}$`, 'u');
/** Longer texts are no keys, however many spaces and hyphens are in them. */
const WRITTEN_MAX_LENGTH = 200;
const IV_BYTES = 12;
const TAG_BYTES = 16;

const newSecret = (): string =>
  Array.from({ length: SECRET_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** A key for the path of one app. */
export const newPhoneKey = (): string => `kp${newSecret()}`;

/** A ticket for a link. */
export const newTicket = newSecret;

/** What is stored of a key or ticket. It needs no salt, because it cannot be guessed. */
export const secretHash = (secret: string): string => sha256(secret);

/** A key without the spaces, hyphens and capitals that people write; undefined for a text without a key's form. */
export function readKey(text: string | null | undefined): string | undefined {
  return written(text, KEY_FORM);
}

/** The same for a ticket. */
export function readTicket(text: string): string | undefined {
  return written(text, TICKET_FORM);
}

function written(text: string | null | undefined, form: RegExp): string | undefined {
  if (!text || text.length > WRITTEN_MAX_LENGTH) return undefined;
  const plain = text.replace(/[\s-]/gu, '').toLowerCase();
  return form.test(plain) ? plain : undefined;
}

/** Encrypts a key so that only who has the ticket, of which the database knows the hash, can read it. */
export function sealKey(key: string, ticket: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(ticket), iv);
  return Buffer.concat([iv, cipher.update(key, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

/** @see sealKey */
export function unsealKey(sealed: string, ticket: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(ticket), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/** Not the hash that is stored. */
const sealingKey = (ticket: string): Buffer => createHash('sha256').update(`profile ${ticket}`).digest();
