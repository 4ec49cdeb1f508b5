/**
 * A key for HS256. Made once: from the bytes it would be made again with each signature, which takes longer than that.
 * @param secret at least 32 bytes
 */
export function hmacKey(secret: string): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(secret);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}
