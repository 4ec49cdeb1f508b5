import { type ErrorParams } from '#contract/errors';

/** Why the browser gave no position. */
export type GeolocationProblem = 'denied' | 'unavailable' | 'timeout' | 'unsupported';

/** A call that did not succeed. */
export class CallFailed extends Error {
  /**
   * @param status HTTP status; null when no answer came
   * @param sentence the server's own message, if it sent one
   * @param code of the contract's list; null from servers that know only the specification
   * @param params of the code's message
   */
  constructor(
    readonly status: number | null,
    readonly sentence: string | null,
    readonly code: string | null = null,
    readonly params: ErrorParams = {},
  ) {
    super(sentence ?? (status === null ? 'No answer' : `Status ${status}`));
    this.name = 'CallFailed';
  }
}

/** A chosen file cannot be a profile picture. The message is one sentence for the person. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
}

/** The browser gave no position. */
export class GeolocationFailed extends Error {
  constructor(readonly problem: GeolocationProblem) {
    super(problem);
    this.name = 'GeolocationFailed';
  }
}

/**
 * The server answered an event with an error; `message` is the server's own, `code` is null from servers that know only
 * the specification. Sending the event again would change nothing.
 */
export class EmitRefused extends Error {
  override readonly name = 'EmitRefused';
  constructor(
    message: string,
    readonly code: string | null = null,
    readonly params: ErrorParams = {},
  ) {
    super(message);
  }
}

/** The server cannot take an event just now. Nothing is stored; it may be sent again. */
export class EmitPostponed extends Error {
  override readonly name = 'EmitPostponed';
  /** @param waitMs after how many milliseconds it is worth trying again */
  constructor(
    message: string,
    readonly waitMs: number,
    readonly code: string | null = null,
    readonly params: ErrorParams = {},
  ) {
    super(message);
  }
}
