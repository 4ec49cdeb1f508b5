import { STATUS_CODES } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify';
import type { AckError, ErrorAnswer } from '#contract/errorAnswers';
import { ERRORS, type ErrorCode, errorMessage, type CodedError } from '#contract/errors';
import { isStoreUnavailable, isTaken } from '#server/db/errors';
import { DomainError } from '#server/domainError';

declare module 'fastify' {
  interface FastifyReply {
    /** Code of the error that the call was answered with; for the log. */
    errorCode?: ErrorCode;
  }
}

/** Codes of what Fastify itself refuses, by status. Its own messages name limits, types and paths. */
const FASTIFY_ERRORS: Readonly<Record<number, ErrorCode>> = {
  404: 'not_found',
  408: 'request_timeout',
  413: 'body_too_large',
  414: 'address_too_long',
  415: 'only_json',
};

/** After how many seconds a client may repeat an event that failed by a fault of the server. */
const INTERNAL_ERROR_RETRY_S = 5;

/** The reason in an error that the client may know; undefined for a fault of the server. */
function domainErrorOf(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (isStoreUnavailable(error)) return new DomainError('store_unavailable');
  // Services check before they write, so only a write of another process in between gets here.
  if (isTaken(error)) return new DomainError('conflict');
  return undefined;
}

/**
 * The acknowledgement of a socket event that was refused or failed.
 * @param log gets what the client must not see
 */
export function failureAck(error: unknown, log: FastifyBaseLogger): AckError {
  const known = domainErrorOf(error);
  // A refusal is no fault, and under load there are many.
  if (error !== known) log.error({ err: error }, 'a socket event failed');
  return ackOf(known ?? new DomainError('internal_error', undefined, INTERNAL_ERROR_RETRY_S));
}

/** An error as an acknowledgement. */
export function ackOf({ message, code, params, retryAfter }: DomainError): AckError {
  return {
    error: message,
    code,
    ...(params === undefined ? {} : { params }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

/** The body of an HTTP error. */
function errorAnswer(error: CodedError, statusCode: number): ErrorAnswer {
  const { code, params } = error;
  const details = error instanceof DomainError ? error.details : {};
  return {
    statusCode,
    error: STATUS_CODES[statusCode] ?? 'Error',
    message: errorMessage(error),
    code,
    ...(params === undefined ? {} : { params }),
    ...details,
  };
}

/** Answers a thrown error in the contract's form: never a stack, a query or a path. */
export function sendError(error: unknown, reply: FastifyReply): FastifyReply {
  const known = domainErrorOf(error);
  if (known) {
    if (error !== known) reply.log.error({ err: error }, 'a call could not be served');
    if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter);
    return send(known, known.statusCode, reply);
  }
  const statusCode = clientErrorStatus(error);
  if (statusCode !== undefined)
    return send({ code: FASTIFY_ERRORS[statusCode] ?? 'request_invalid' }, statusCode, reply);
  reply.log.error({ err: error }, 'a call failed');
  return send({ code: 'internal_error' }, ERRORS.internal_error[0], reply);
}

function send(error: CodedError, statusCode: number, reply: FastifyReply): FastifyReply {
  reply.errorCode = error.code;
  return reply.code(statusCode).send(errorAnswer(error, statusCode));
}

/** The 4xx status that Fastify gave an error; undefined for everything else. */
function clientErrorStatus(error: unknown): number | undefined {
  const status: unknown = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}

/** One form for every error of every route. */
export function addErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => sendError(error, reply));
}
