import { createHash } from 'node:crypto';

/** SHA-256 as base64url, for secrets that no one can guess: they need neither salt nor a slow hash. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * Imports a key for HS256 once: given bytes, the library would import them for every signature, which takes longer than
 * signing.
 * @param secret at least 32 bytes
 */
export function hmacKey(secret: string): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(secret);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}
