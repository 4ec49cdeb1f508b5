import { generateSecret, generateURI, verify } from 'otplib';

/** Codes of the step before and after are accepted as well: phones' clocks differ by some seconds. */
const TOLERANCE_S = 30;

/** A new secret for an authenticator app (RFC 6238: SHA-1, six digits, 30 s), and its `otpauth:` address. */
export function newTotp(email: string): { secret: string; uri: string } {
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer: 'Kinmap', label: email, secret }) };
}

/** The six digits of a code as typed; undefined for anything else, such as a recovery code. Apps show a space in them. */
export function typedDigits(code: string): string | undefined {
  const digits = code.replaceAll(/\s/gu, '');
  return /^\d{6}$/u.test(digits) ? digits : undefined;
}

/**
 * The time step that a code belongs to; undefined for a wrong code.
 * @param now epoch milliseconds
 */
export async function totpStepOf(secret: string, code: string, now: number): Promise<number | undefined> {
  const token = typedDigits(code);
  if (token === undefined) return undefined;
  const result = await verify({
    secret,
    token,
    epoch: Math.floor(now / 1_000),
    epochTolerance: TOLERANCE_S,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
