import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { attestedKey, clientData, ORIGIN } from './factors';

/** A passkey for a challenge of the server, as a browser would send it. */
interface Attestation {
  readonly id: string;
  readonly response: { readonly clientDataJSON: string; readonly attestationObject: string };
}

interface NewPasskey {
  /** What is signed of it. */
  readonly authData: Buffer;
  readonly clientDataHash: Buffer;
  readonly keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
}

/** One that says who made it with the passkey's own signature. */
export const selfAttestation = (challenge: string): Attestation =>
  attestation(challenge, 'packed', ({ authData, clientDataHash, keys }) => {
    const signature = sign(Buffer.concat([authData, clientDataHash]), keys.privateKey);
    return cborMap(['alg', ES256], ['sig', cborBytes(signature)]);
  });

/** One of an Android key store whose made-up root has signed a certificate that says where to ask about revocations. */
export const attestationThatNames = (challenge: string, url: string): Attestation =>
  attestation(challenge, 'android-key', ({ clientDataHash, keys }) => {
    const root = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const extensions = [extension(KEY_STORE, keyDescription(clientDataHash)), extension(CRL, crlAt(url))];
    const chain = [
      certificate('leaf', keys.publicKey, root.privateKey, extensions),
      certificate('root', root.publicKey, root.privateKey),
    ];
    const x5c = Buffer.concat([Buffer.from([0x82]), ...chain.map(cborBytes)]);
    return cborMap(['alg', ES256], ['sig', cborBytes(Buffer.alloc(70))], ['x5c', x5c]);
  });

function attestation(
  challenge: string,
  format: string,
  statementOf: (passkey: NewPasskey) => Buffer,
): Attestation {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { id, authData } = attestedKey(challenge, keys.publicKey);
  const clientDataJSON = clientData('webauthn.create', challenge, ORIGIN);
  const clientDataHash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
  const statement = statementOf({ authData, clientDataHash, keys });
  const object = cborMap(
    ['fmt', cborText(format)],
    ['attStmt', statement],
    ['authData', cborBytes(authData)],
  );
  const passkey = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON, attestationObject: object.toString('base64url') },
  };
  return passkey;
}

const sign = (content: Buffer, key: KeyObject): Buffer => createSign('sha256').update(content).sign(key);

/* CBOR (RFC 8949), as far as attestations need it. */

/** The algorithm -7. */
const ES256 = Buffer.from([0x26]);

function cborHead(major: number, length: number): Buffer {
  const type = major * 32;
  if (length < 24) return Buffer.from([type + length]);
  return length < 256
    ? Buffer.from([type + 24, length])
    : Buffer.from([type + 25, Math.floor(length / 256), length % 256]);
}

const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborMap = (...entries: [string, Buffer][]): Buffer =>
  Buffer.concat([
    cborHead(5, entries.length),
    ...entries.flatMap(([name, value]) => [cborText(name), value]),
  ]);

/* Certificates in DER (X.690, RFC 5280). */

const KEY_STORE = '2b06010401d679020111';
const CRL = '551d1f';
const SEQUENCE = 0x30;
const OCTETS = 0x04;
const BITS = 0x03;

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, Math.floor(length / 256), length % 256];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const number = (value: number, tag = 0x02): Buffer => der(tag, Buffer.from([value]));
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const commonName = (name: string): Buffer =>
  der(SEQUENCE, der(0x31, der(SEQUENCE, objectId('550403'), der(0x0c, Buffer.from(name)))));
const time = (text: string): Buffer => der(0x17, Buffer.from(text));

const extension = (id: string, content: Buffer): Buffer => der(SEQUENCE, objectId(id), der(OCTETS, content));

const crlAt = (url: string): Buffer =>
  der(SEQUENCE, der(SEQUENCE, der(0xa0, der(0xa0, der(0x86, Buffer.from(url))))));

/** What an Android key store says about a key. */
function keyDescription(challenge: Buffer): Buffer {
  const levels = [number(3), number(0, 0x0a), number(0), number(0, 0x0a)];
  return der(SEQUENCE, ...levels, der(OCTETS, challenge), der(OCTETS), der(SEQUENCE), der(SEQUENCE));
}

function certificate(
  name: string,
  key: KeyObject,
  issuer: KeyObject,
  extensions: readonly Buffer[] = [],
): Buffer {
  const algorithm = der(SEQUENCE, objectId('2a8648ce3d040302'));
  const content = der(
    SEQUENCE,
    der(0xa0, number(2)),
    number(1),
    algorithm,
    commonName('root'),
    der(SEQUENCE, time('200101000000Z'), time('490101000000Z')),
    commonName(name),
    key.export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [der(0xa3, der(SEQUENCE, ...extensions))] : []),
  );
  return der(SEQUENCE, content, algorithm, der(BITS, Buffer.from([0]), sign(content, issuer)));
}
