import { codedError } from '#contract/codedError';
import type * as z from 'zod/mini';
import { validationError } from '#contract/validationError';
import { ERRORS, type ErrorCode, errorMessage, type CodedError, type ErrorParams } from '#contract/errors';

/**
 * A call that the server refuses for a reason the client may know. Services throw it; `http/errors.ts` turns it into the
 * contract's error answers. Anything else that is thrown is a fault of the server and is never shown.
 */
export class DomainError extends Error implements CodedError {
  override readonly name = 'DomainError';
  readonly statusCode: number;
  readonly params: ErrorParams | undefined;
  /** Further fields of the answer. */
  readonly details: object = {};
  /** Seconds after which the client should try again. */
  readonly retryAfter: number | undefined;

  /**
   * @param code gives the status and the message
   * @param params of the message, where they are not the contract's limits
   * @param retryAfter where it is not the one of the code
   */
  constructor(
    readonly code: ErrorCode,
    params?: ErrorParams,
    retryAfter?: number,
  ) {
    const error = codedError(code, params);
    super(errorMessage(error));
    const [status, , seconds] = ERRORS[code] as readonly [number, string, number?];
    this.statusCode = status;
    this.params = error.params;
    this.retryAfter = retryAfter ?? seconds;
  }
}

/** Reads what a client sent by its schema. @throws DomainError 400 */
export function parseInput<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const { code, params } = validationError(result.error);
  throw new DomainError(code, params);
}

/** Why the server cannot start: one line for the terminal of its operator. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
