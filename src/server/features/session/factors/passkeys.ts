import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import type { FactorRow } from '#server/db/schema';
import { parseUrl } from '#shared/parseUrl';

/** The site that passkeys belong to. */
export interface PasskeySite {
  readonly rpId: string;
  readonly origins: readonly string[];
}

/**
 * Passkeys are bound to a host name, so the server has to know its own: the first of PUBLIC_URL, or localhost.
 * @param host the Host header
 * @returns undefined where no passkey can work, such as on a bare address
 */
export function passkeySite(publicOrigins: readonly string[], host: string): PasskeySite | undefined {
  const [first] = publicOrigins;
  if (first !== undefined) return { rpId: new URL(first).hostname, origins: publicOrigins };
  const origin = `http://${host}`;
  if (parseUrl(origin)?.hostname !== 'localhost') return undefined;
  return { rpId: 'localhost', origins: [origin] };
}

/** The options with which a browser makes a passkey. */
export function registrationOptions(
  site: PasskeySite,
  user: { id: string; email: string; name: string },
  challenge: string,
  existing: readonly FactorRow[],
) {
  return generateRegistrationOptions({
    rpName: 'Kinmap',
    rpID: site.rpId,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    challenge: bytesOf(challenge),
    attestationType: 'none',
    excludeCredentials: existing.flatMap(({ credential_id: id }) => (id === null ? [] : [{ id }])),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/** The options with which a browser asks for one of these passkeys. */
export function requestOptions({ rpId }: PasskeySite, challenge: string, passkeys: readonly FactorRow[]) {
  return {
    challenge,
    rpId,
    userVerification: 'preferred',
    allowCredentials: passkeys.map(({ credential_id: id }) => ({ id, type: 'public-key' })),
  };
}

/** What is stored of a new passkey; undefined when the browser's answer does not fit. */
export async function verifiedPasskey(
  site: PasskeySite,
  response: unknown,
  challenge: string,
): Promise<Pick<FactorRow, 'credential_id' | 'public_key' | 'counter'> | undefined> {
  try {
    const registration = response as RegistrationResponseJSON;
    if (hasCertificates(registration)) return undefined;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: registration,
      expectedChallenge: challenge,
      expectedOrigin: [...site.origins],
      expectedRPID: site.rpId,
      requireUserVerification: false,
    });
    if (!registrationInfo) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credential_id: id, public_key: Buffer.from(publicKey).toString('base64url'), counter };
  } catch {
    // The library throws for everything that does not fit.
    return undefined;
  }
}

/**
 * Whether certificates say who made the authenticator. Browsers send none, because `registrationOptions` ask for none. The
 * library would look for a path through as many as a client makes up, which takes seconds, and then ask about revocations at
 * whatever addresses they name.
 * @throws Error for what is no attestation
 */
function hasCertificates({ response }: RegistrationResponseJSON): boolean {
  const attestation = decodeAttestationObject(bytesOf(response.attestationObject));
  const format: string = attestation.get('fmt');
  const isFree = format === 'none' || format === 'packed';
  return !isFree || attestation.get('attStmt').get('x5c') !== undefined;
}

/** The new counter of a passkey; undefined when the browser's answer does not fit. */
export async function verifiedAssertion(
  site: PasskeySite,
  response: unknown,
  challenge: string,
  { credential_id: id, public_key: publicKey, counter }: FactorRow,
): Promise<number | undefined> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: [...site.origins],
      expectedRPID: site.rpId,
      credential: { id: id ?? '', publicKey: bytesOf(publicKey ?? ''), counter: counter ?? 0 },
      requireUserVerification: false,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, 'base64url'));
}
