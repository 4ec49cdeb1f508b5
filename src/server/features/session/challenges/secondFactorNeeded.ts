import type { ErrorCode } from '#contract/errors';
import { DomainError } from '#server/domainError';

/** Asks the client for a second factor. The answer carries what it needs to give one. */
export class SecondFactorNeeded extends DomainError {
  constructor(
    code: ErrorCode,
    /** `challenge`, and `passkey` with the options of WebAuthn where the account has a passkey. */
    override readonly details: { readonly challenge: string; readonly passkey?: object },
  ) {
    super(code);
  }
}
