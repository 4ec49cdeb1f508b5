import { createECDH, ECDH } from 'node:crypto';

const CURVE = 'prime256v1';
const KEY_BYTES = 32;

/** A private key of P-256 as base64url, by which push services know a server (RFC 8292). */
export function newVapidKey(): string {
  const ecdh = createECDH(CURVE);
  ecdh.generateKeys();
  // A key that begins with zeros is shorter otherwise.
  const key = Buffer.alloc(KEY_BYTES);
  const own = ecdh.getPrivateKey();
  own.copy(key, KEY_BYTES - own.length);
  return key.toString('base64url');
}

export function isVapidKey(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== KEY_BYTES || bytes.toString('base64url') !== text) return false;
  try {
    createECDH(CURVE).setPrivateKey(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Whether a text is a public key of P-256, uncompressed, as browsers give it for their pushes. */
export function isPublicPoint(text: string): boolean {
  try {
    ECDH.convertKey(text, CURVE, 'base64url', 'base64url', 'uncompressed');
    return true;
  } catch {
    return false;
  }
}

/** The public point of a key, uncompressed. */
export function publicPoint(privateKey: string): Buffer {
  const ecdh = createECDH(CURVE);
  ecdh.setPrivateKey(privateKey, 'base64url');
  return ecdh.getPublicKey();
}
