/** The part of http_ece that is used; it has no types of its own. Keys are base64url. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  interface Keys {
    version: 'aes128gcm';
    privateKey: ECDH;
    authSecret: string;
  }
  interface Ece {
    /** Encrypts content for a push (RFC 8188 with the keys of RFC 8291). @param dh public key of the receiver */
    encrypt(content: Buffer, keys: Keys & { dh: string; rs?: number; salt?: string }): Buffer;
    decrypt(content: Buffer, keys: Keys): Buffer;
  }
  const ece: Ece;
  export default ece;
}
