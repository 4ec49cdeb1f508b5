import { STATUS_CODES } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify';
import type { Ack } from '#contract/events';
import type { ErrorAnswer } from '#contract/routes';
import { isStoreUnavailable, isTaken } from '#server/db/errors';
import { DomainError, notNow } from '#server/domainError';

const OUR_FAULT = 'Something went wrong on our side';

/** Sentences for what Fastify itself refuses, by status. Its own messages speak of limits, types and paths. */
const SENTENCES: Readonly<Record<number, string>> = {
  404: 'There is nothing here',
  408: 'That took too long',
  413: 'That is too large',
  414: 'That address is too long',
  415: 'Only JSON is understood here',
};

/** The refusal that a thrown thing amounts to; undefined when it is a fault of ours. */
export function refusalFor(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (isStoreUnavailable(error))
    return notNow('The server cannot save or read right now, please try again in a moment', 5);
  // Whoever checks before writing gets here only when another server wrote in between.
  if (isTaken(error)) return new DomainError(409, 'Somebody else was faster, please try again');
  return undefined;
}

/** After how many seconds it is worth trying again what failed by a fault of ours. */
const OUR_FAULT_RETRY_S = 5;

/**
 * The acknowledgement of a socket event that was refused or failed. A fault that may pass says when to come back.
 * @param log gets what is not for the caller's eyes
 */
export function failureAck(error: unknown, log: FastifyBaseLogger): Ack {
  const refusal = refusalFor(error);
  // What we refuse ourselves is no fault, and under load there is much of it.
  if (error !== refusal) log.error({ err: error }, 'a socket event failed');
  return refusal ? ackOf(refusal) : { error: OUR_FAULT, retryAfter: OUR_FAULT_RETRY_S };
}

/** A refusal as an acknowledgement. */
export function ackOf({ message, retryAfterSeconds }: DomainError): Ack {
  return retryAfterSeconds === undefined
    ? { error: message }
    : { error: message, retryAfter: retryAfterSeconds };
}

/** The body of every refused call. */
export function errorAnswer(statusCode: number, message = SENTENCES[statusCode]): ErrorAnswer {
  return {
    statusCode,
    error: STATUS_CODES[statusCode] ?? 'Error',
    message: message ?? (statusCode < 500 ? 'The request is not valid' : OUR_FAULT),
  };
}

/** Answers a thrown thing in the contract's error form: never a stack, a query or a path. */
export function sendError(error: unknown, reply: FastifyReply): FastifyReply {
  const refusal = refusalFor(error);
  if (refusal) {
    if (error !== refusal) reply.log.error({ err: error }, 'a call could not be served');
    if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
    return reply.code(refusal.statusCode).send(errorAnswer(refusal.statusCode, refusal.message));
  }
  const statusCode = clientFault(error) ?? 500;
  if (statusCode === 500) reply.log.error({ err: error }, 'a call failed');
  return reply.code(statusCode).send(errorAnswer(statusCode));
}

/** The 4xx status that Fastify gave an error; undefined for everything else. */
function clientFault(error: unknown): number | undefined {
  const status: unknown = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}

/** One form for every error of every route. */
export function addErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => sendError(error, reply));
}
