import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import * as z from 'zod/mini';
import { generateSync } from 'otplib';
import { Factor, RecoveryCodes, TotpStart } from '#contract/factors';
import { PASSWORD, callAs, parseAnswer, type Person } from './people';
import type { Caller, TestServer } from './startTestServer';

/** PUBLIC_URL of servers whose passkeys are tested. */
export const ORIGIN = 'https://kinmap.example';

/** The answer that asks for a second factor. */
export const SecondFactorAsked = z.object({
  code: z.string(),
  challenge: z.string(),
  passkey: z.optional(z.object({ challenge: z.string(), rpId: z.string() })),
});

export const codeAt = (secret: string, now: number): string =>
  generateSync({ secret, epoch: Math.floor(now / 1_000) });

export const factorsOf = async (someone: Person) =>
  parseAnswer(z.array(Factor), await someone.call('GET', '/api/factors'));

/** The cookie that a browser sends back after this answer. */
export const cookieOf = (given: LightMyRequestResponse): string =>
  String(given.headers['set-cookie']).split(';')[0] ?? '';

/** Second factors at a server. */
export function secondFactors(server: TestServer) {
  const answer = (challenge: string, given: object, from: Caller = {}): Promise<LightMyRequestResponse> =>
    server.app.inject({
      method: 'POST',
      url: '/api/auth/second-factor',
      payload: { challenge, ...given },
      ...from,
    });
  return {
    login: (email: string, password = PASSWORD) =>
      callAs(server.app, undefined, 'POST', '/api/auth/login', { email, password }),
    answer,

    /** Gives a person an authenticator app. The next code is free: time moves on by a step. */
    async withTotp(someone: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
      const begun = await someone.call('POST', '/api/factors/totp', { currentPassword: PASSWORD });
      const { secret } = parseAnswer(TotpStart, begun);
      const code = codeAt(secret, server.clock.now());
      const confirmed = await someone.call('POST', '/api/factors/totp/confirm', { code });
      server.clock.move(30_000);
      return { secret, ...parseAnswer(RecoveryCodes, confirmed) };
    },

    /** Gives the right password; the answer asks for a second factor. */
    async challengeFor(email: string, from: Caller = {}): Promise<string> {
      const refused = await server.login(email, PASSWORD, from);
      expect(refused.statusCode).toBe(401);
      return SecondFactorAsked.parse(refused.json()).challenge;
    },
  };
}

/** Registers a passkey whose key the test holds. */
export async function addPasskey(someone: Person) {
  const begun = await someone.call('POST', '/api/factors/passkeys/options', { currentPassword: PASSWORD });
  const { attestation, assert } = createPasskey(begun.json<{ challenge: string }>().challenge, someone.id);
  const added = await someone.call('POST', '/api/factors/passkeys', { attestation });
  return { assert, ...parseAnswer(RecoveryCodes, added, 201) };
}

/** A passkey that answers a challenge of the server, and what it signs later. */
export function createPasskey(challenge: string, name: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { id, authData } = attestedKey(name, publicKey);
  const attestation = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData('webauthn.create', challenge, ORIGIN),
      attestationObject: Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, authData.length]),
        authData,
      ]).toString('base64url'),
    },
  };
  return {
    attestation,
    assert(given: string, origin = ORIGIN) {
      const data = authenticatorData(0x01);
      const clientDataJSON = clientData('webauthn.get', given, origin);
      const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
      const signature = createSign('sha256')
        .update(Buffer.concat([data, hash]))
        .sign(privateKey);
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON,
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}

/** A passkey's data about a new key. @param name from which its id is derived */
export function attestedKey(name: string, key: KeyObject): { id: Buffer; authData: Buffer } {
  const id = createHash('sha256').update(name).digest();
  const head = [authenticatorData(0x41), Buffer.alloc(16), Buffer.from([0, id.length])];
  return { id, authData: Buffer.concat([...head, id, coseKey(key)]) };
}

/** @param flags user present, and whether a new key follows */
function authenticatorData(flags: number): Buffer {
  const rp = createHash('sha256').update('kinmap.example').digest();
  return Buffer.concat([rp, Buffer.from([flags, 0, 0, 0, 0])]);
}

/** A browser's data about a WebAuthn call. */
export function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
}

/** A P-256 key in COSE format. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
}
