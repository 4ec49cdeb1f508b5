import * as z from 'zod/mini';
import { type ErrorCode } from './errors';

const ErrorParams = z.object({
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  field: z.optional(z.string()),
});

/** Servers that know only the specification send neither, or something else by these names. */
const codeAndParams = {
  code: z.catch(z.optional(z.string()), undefined),
  params: z.catch(z.optional(ErrorParams), undefined),
};

/** What a client reads of an HTTP error. */
export const ErrorMessage = z.object({
  message: z.string(),
  ...codeAndParams,
  /** Comes where a second factor is asked for. */
  challenge: z.catch(z.optional(z.string()), undefined),
  /** Options of WebAuthn. */
  passkey: z.optional(z.unknown()),
});

/** The body of every HTTP error. */
export const ErrorAnswer = z.extend(ErrorMessage, { statusCode: z.number(), error: z.string() });
export type ErrorAnswer = z.output<typeof ErrorAnswer>;

/**
 * The acknowledgement of an event that failed. `retryAfter` (seconds) comes with a fault that passes: the same packet may
 * be taken then. An error without it is final.
 */
export const AckError = z.object({
  error: z.string(),
  retryAfter: z.optional(z.number()),
  ...codeAndParams,
});
export type AckError = z.output<typeof AckError>;

/** The code of a failed check. One without a code has zod's own message. */
export function codeOf(issue: z.core.$ZodIssue | undefined): ErrorCode {
  const code = issue?.message;
  return code === undefined || code === 'Invalid input' ? 'request_invalid' : (code as ErrorCode);
}
