import * as z from 'zod/mini';
import { NoAnswer, nothingIn, type Route } from './defineRoute';
import { code, Id, IdInput, Timestamp } from './primitives';
import { SessionAnswer } from './session';
import { CurrentPasswordInput } from './signedInDevices';

/** A second step of the sign-in: an authenticator app or a passkey. */
export const Factor = z.object({
  id: Id,
  kind: z.enum(['totp', 'passkey']),
  createdAt: Timestamp,
  lastUsedAt: z.nullable(Timestamp),
});
export type Factor = z.output<typeof Factor>;

/** What a browser says about a passkey. Browsers add fields; the server's library reads and checks the rest. */
const Credential = z.looseObject(
  { id: z.string(code('passkey_invalid')).check(z.maxLength(2_000, code('passkey_invalid'))) },
  code('passkey_invalid'),
);

/** A code of an authenticator app or a recovery code, as typed. */
const TypedCode = z
  .string(code('code_required'))
  .check(z.trim(), z.minLength(1, code('code_required')), z.maxLength(40, code('code_required')));

export const SecondFactorInput = z.strictObject(
  { challenge: IdInput, code: z.optional(TypedCode), assertion: z.optional(Credential) },
  code('second_factor_fields_required'),
);
export type SecondFactorInput = z.output<typeof SecondFactorInput>;

export const TotpStart = z.object({ secret: z.string(), uri: z.string() });
/** Shown once; only hashes of them are stored. Empty where the account has some already. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
/** How many recovery codes are not used yet. */
export const RecoveryCodesLeft = z.object({ left: z.int().check(z.gte(0)) });
export const TotpConfirmInput = z.strictObject({ code: TypedCode }, code('code_required'));
export const PasskeyInput = z.strictObject({ attestation: Credential }, code('passkey_invalid'));
export const FactorParams = z.strictObject({ id: IdInput });

/** Routes of the second step at sign-in. */
export const factorRoutes = {
  secondFactor: {
    ...nothingIn,
    method: 'POST',
    path: '/api/auth/second-factor',
    auth: 'none',
    status: 200,
    body: SecondFactorInput,
    answer: SessionAnswer,
  },
  listFactors: {
    ...nothingIn,
    method: 'GET',
    path: '/api/factors',
    auth: 'session',
    status: 200,
    answer: z.array(Factor),
  },
  startTotp: {
    ...nothingIn,
    method: 'POST',
    path: '/api/factors/totp',
    auth: 'session',
    status: 200,
    body: CurrentPasswordInput,
    answer: TotpStart,
  },
  confirmTotp: {
    ...nothingIn,
    method: 'POST',
    path: '/api/factors/totp/confirm',
    auth: 'session',
    status: 200,
    body: TotpConfirmInput,
    answer: RecoveryCodes,
  },
  // The options are those of WebAuthn, which the browser reads.
  startPasskey: {
    ...nothingIn,
    method: 'POST',
    path: '/api/factors/passkeys/options',
    auth: 'session',
    status: 200,
    body: CurrentPasswordInput,
    answer: z.unknown(),
  },
  addPasskey: {
    ...nothingIn,
    method: 'POST',
    path: '/api/factors/passkeys',
    auth: 'session',
    status: 201,
    body: PasskeyInput,
    answer: RecoveryCodes,
  },
  recoveryCodesLeft: {
    ...nothingIn,
    method: 'GET',
    path: '/api/factors/recovery-codes',
    auth: 'session',
    status: 200,
    answer: RecoveryCodesLeft,
  },
  // The old ones end.
  renewRecoveryCodes: {
    ...nothingIn,
    method: 'POST',
    path: '/api/factors/recovery-codes',
    auth: 'session',
    status: 200,
    body: CurrentPasswordInput,
    answer: RecoveryCodes,
  },
  deleteFactor: {
    ...nothingIn,
    method: 'DELETE',
    path: '/api/factors/:id',
    auth: 'session',
    status: 204,
    params: FactorParams,
    body: CurrentPasswordInput,
    answer: NoAnswer,
  },
} as const satisfies Record<string, Route>;
