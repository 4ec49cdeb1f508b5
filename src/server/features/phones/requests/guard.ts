import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PhoneApp } from '#contract/phones';
import { isStoreUnavailable } from '#server/db/errors';
import type { PhoneRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import { keyInBody, keyInHeader, keyInQuery, mayHaveKeyField } from './givenKeys';
import { phoneTurns, type PhoneTurns, waitForLimit } from './turns';
import type { PhoneRequestService, ReceivedRequest } from './service';
import { sendError } from '#server/http/errors';
import { addressKey, type LimitName, type RateLimits } from '#server/http/rateLimits';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on the paths of phones, which have limits of their own. */
    isPhoneRoute?: boolean;
  }
  interface FastifyRequest {
    /** The phone whose key a header holds. */
    phone: PhoneRow | null;
    contentTypeOfPhone: string | undefined;
  }
}

export interface PhoneGuardDeps {
  readonly limits: RateLimits;
  /** Whether phones may come without TLS. */
  readonly overHttp: boolean;
}

interface GuardOf {
  readonly app: PhoneApp;
  readonly service: PhoneRequestService;
}

/** Seconds after which a phone should try again when the database is busy. */
const BUSY_RETRY_S = 5;
/** More answers to unknown keys do not wait, on all paths together. */
const MAX_WAITING = 1_000;

/** Lets phones in by their keys. It answers what keeps their queues moving: docs/decisions/phones.md. */
export class PhoneGuard {
  readonly #deps: PhoneGuardDeps;
  readonly #inTurn: PhoneTurns = phoneTurns();
  /** Answers to unknown keys that wait. */
  #waiting = 0;

  /** @param scope of the paths of phones: the way of reading bodies and of answering errors is only for these */
  constructor(scope: FastifyInstance, deps: PhoneGuardDeps) {
    this.#deps = deps;
    scope.decorateRequest('phone', null);
    scope.decorateRequest('contentTypeOfPhone', undefined);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.setErrorHandler((error, _request, reply) => sendPhoneError(error, reply));
  }

  /** Before the body is read: method, TLS, and a key that can be no field of the body. */
  async enter(
    request: FastifyRequest,
    reply: FastifyReply,
    { app, service, methods }: GuardOf & { readonly methods: readonly string[] },
  ): Promise<void> {
    reply.header('cache-control', 'no-store');
    request.contentTypeOfPhone = request.headers['content-type'];
    // Bodies are read by what they begin with; some of the apps send no type, or one that is none.
    request.headers['content-type'] = 'application/octet-stream';
    if (!methods.includes(request.method)) {
      reply.header('allow', methods.join(', '));
      throw new DomainError('phone_method_unknown');
    }
    this.requireSecure(request);
    const inHeader = keyInHeader(request.headers.authorization);
    if (inHeader !== undefined || !mayHaveKeyField(app))
      request.phone = await this.countUnknown(request, () => service.authenticate(app, inHeader));
  }

  requireSecure({ protocol }: FastifyRequest): void {
    if (protocol !== 'https' && !this.#deps.overHttp) throw new DomainError('phone_needs_https');
  }

  /** The phone, and what it sends. */
  async read(
    request: FastifyRequest,
    { app, service }: GuardOf,
  ): Promise<{ phone: PhoneRow; received: ReceivedRequest }> {
    const query = /\?(.*)$/su.exec(request.url)?.[1] ?? '';
    const phone = request.phone ?? (await this.#askForField(request, query, { app, service }));
    const body = textOf(request);
    const { method, contentTypeOfPhone: contentType, headers } = request;
    const received = {
      request: { app, method, query, contentType, body },
      userAgent: headers['user-agent'] ?? '',
      isDry: new URLSearchParams(query).get('dry') === '1',
      isKeyInHeader: request.phone !== null,
    };
    return { phone, received };
  }

  /** The phone whose key is a field of query or body. */
  #askForField(request: FastifyRequest, query: string, { app, service }: GuardOf): Promise<PhoneRow> {
    const key = keyInQuery(query) ?? keyInBody(textOf(request));
    return this.countUnknown(request, () => service.authenticate(app, key));
  }

  /**
   * Takes one request of a phone after the other, and lets one that sends too many wait. Calls for help have a line of
   * their own: one who floods the first with a stolen key would silence them.
   */
  inTurn<Result>(
    { phone, received, isCall }: { phone: PhoneRow; received: ReceivedRequest; isCall: boolean },
    work: () => Promise<Result>,
  ): Promise<Result> {
    const bytes = received.request.body.length;
    if (isCall) return this.#inTurn({ line: `sos ${phone.id}`, phone, bytes }, work);
    return this.#inTurn({ phone, bytes }, async () => {
      await this.#delay('phoneRequest', phone.id);
      return work();
    });
  }

  /** Counts only what fails because a key or ticket is unknown; those who send many wait for the answer. */
  async countUnknown<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      // The answer may wait for seconds, and a thousand bodies would fill the memory.
      request.body = undefined;
      if (error instanceof DomainError && this.#waiting < MAX_WAITING) {
        this.#waiting += 1;
        await this.#delay('wrongPhoneKey', addressKey(request.ip)).finally(() => (this.#waiting -= 1));
      }
      throw error;
    }
  }

  async #delay(limit: LimitName, key: string): Promise<void> {
    await this.#deps.limits.consume(limit, key).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      return waitForLimit(error.retryAfter ?? 1);
    });
  }
}

const textOf = ({ body }: FastifyRequest): string => (Buffer.isBuffer(body) ? body.toString('utf8') : '');

/** What cannot be taken now is 503: 429 and other refusals make some apps delete what they have, and others stop for ever. */
function sendPhoneError(error: unknown, reply: FastifyReply): FastifyReply {
  const isRefusal =
    error instanceof Error &&
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode < 500;
  const mayLeave = isRefusal && !(error instanceof DomainError && [409, 429].includes(error.statusCode));
  if (mayLeave) return sendError(error, reply);
  if (!(error instanceof DomainError) && !isStoreUnavailable(error))
    reply.log.error({ err: error }, 'a request of a phone could not be stored');
  return sendError(new DomainError('store_unavailable', undefined, BUSY_RETRY_S), reply);
}
