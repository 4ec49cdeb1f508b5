/**
 * A call that is refused for a reason its caller may know.
 *
 * Services throw it; the HTTP and socket edges turn it into the contract's error forms. Anything else that is thrown is
 * a fault of ours and is never shown.
 */
export class DomainError extends Error {
  /**
   * @param statusCode HTTP status that fits the reason
   * @param message one sentence for a person: no stack, query, path or anything about others
   * @param retryAfterSeconds when to come back, for 429 and 503
   */
  constructor(
    readonly statusCode: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503,
    message: string,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

/** Answer to a missing, wrong, expired or revoked token. */
export const notSignedIn = (): DomainError => new DomainError(401, 'Please sign in');

/** The server cannot do this just now; nothing was stored. */
export const notNow = (
  message = 'The server is busy, please try again in a moment',
  seconds = 2,
): DomainError => new DomainError(503, message, seconds);

/** A reason not to start at all: one line for whoever runs the server. */
export class StartupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartRefusal';
  }
}
