import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { type Route, routes } from '#contract/routes';
import type { Caller, SignedIn } from '#server/signedIn';
import { DomainError, parseInput } from '#server/domainError';
import type { TakeAnswer } from './answersUnderWay';
import { type DeviceCookie, deviceCookie } from './deviceCookie';
import { fairTurns } from '#server/fairTurns';
import { addressKey } from './rateLimits';
import { Streamed, sendStreamed } from './streamed';
import type { SlowRequests } from './slowRequests';
import { uploadedBytes } from './upload';
import { userTurns } from './userTurns';

/** A call after the contract's checks. */
export interface Call<R extends Route> extends Caller {
  readonly params: z.output<R['params']>;
  readonly query: z.output<R['query']>;
  readonly body: z.output<R['body']>;
  /** The cookie that recognizes this browser at the next sign-in. */
  readonly device: DeviceCookie;
  /** The Host header. */
  readonly host: string;
  /** The Accept header. */
  readonly accept: string;
}

/** A call of a signed-in person. */
export interface SignedInCall<R extends Route> extends Call<R> {
  readonly user: SignedIn;
  /** Asked again while a call takes long. @throws DomainError 401 once the session has ended */
  readonly requireSession: () => Promise<void>;
  /** The bytes of the file as they arrive. @throws DomainError where the body is no file */
  readonly upload: () => AsyncIterable<Uint8Array>;
}

/** An answer other than JSON: bytes or a stream of them, with its own headers. */
export class RawAnswer {
  constructor(
    readonly body: Buffer | Readable,
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}

type Answer<R extends Route> = Promise<R['status'] extends 204 ? void : z.input<R['answer']> | Streamed>;
type OpenRoute = Route & { readonly auth: 'none' };
type GuardedRoute = Route & { readonly auth: 'session' };

/** Registers the handlers of the contract's routes; nothing else can add a route under /api. */
export interface Api {
  forAnyone<R extends OpenRoute>(route: R, answer: (call: Call<R>) => Answer<R>): void;
  forSignedIn<R extends GuardedRoute>(route: R, answer: (call: SignedInCall<R>) => Answer<R>): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | null;
  }
  interface FastifyContextConfig {
    /** Set on the contract's routes. */
    contractRoute?: Route;
  }
}

/**
 * Makes the contract's routes the only ones under /api. The app does not start with a route that is not in the contract,
 * nor with one of the contract's routes that has no handler.
 * @param slow lets uploads take their time
 * @param takeAnswer gets every answer to a person
 */
export function contractRoutes(
  app: FastifyInstance,
  authenticate: (token: string | undefined, caller: Caller) => Promise<SignedIn>,
  slow: SlowRequests,
  takeAnswer: TakeAnswer,
): Api {
  const missing = new Set<Route>(Object.values(routes));
  const inTurn = userTurns();
  const inAddressTurn = addressTurns();
  /** Requests whose token was found valid before their body had arrived. */
  const incomplete = new WeakSet<FastifyRequest>();
  const signedInAs = (request: FastifyRequest) => authenticate(bearerToken(request), callerOf(request));
  app.decorateRequest('signedIn', null);
  // Fastify's validation coerces null to 0 and drops unknown fields; `checked` reads the contract's schemas instead.
  app.setValidatorCompiler(() => {
    throw new Error('Inputs are checked by the contract, not by route schemas');
  });
  allowOnly(app, missing);

  function add<R extends Route>(
    route: R,
    answer: (request: FastifyRequest, reply: FastifyReply) => Answer<R>,
  ): void {
    missing.delete(route);
    app.route({
      method: route.method,
      url: route.path,
      config: { contractRoute: route },
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      onRequest: async (request, reply) => {
        // Again, because `securityHeaders` does not recognize API paths with percent-encoded letters.
        reply.header('cache-control', 'no-store');
        // Before the body is read, so that requests without a session cost little.
        if (route.auth !== 'none') request.signedIn = await signedInAs(request);
        if (request.signedIn && !request.raw.complete) incomplete.add(request);
        if (route.isUpload && request.signedIn) slow.allow(request.raw);
      },
      // A thief of a token could otherwise hold bodies back, and act when its owner has ended the session.
      preHandler: async (request) => {
        if (incomplete.has(request)) request.signedIn = await signedInAs(request);
      },
      handler: async (request, reply) => {
        const result: unknown = await answer(request, reply);
        if (request.signedIn) takeAnswer(request.signedIn.userId, reply.raw);
        if (result instanceof RawAnswer) return reply.headers(result.headers).send(result.body);
        if (result instanceof Streamed) return sendStreamed(request, reply.code(route.status), result);
        return reply.code(route.status).send(route.status === 204 ? undefined : result);
      },
    });
  }

  return {
    forAnyone: (route, answer) =>
      add(route, (request, reply) => inAddressTurn(route, checked(route, request, reply), answer)),
    forSignedIn: (route, answer) =>
      add(route, (request, reply) => {
        const { signedIn: user } = request;
        if (!user) throw new DomainError('not_signed_in');
        const requireSession = async (): Promise<void> => void (await signedInAs(request));
        const upload = () => uploadedBytes(fileOf(request), route.bodyLimit ?? 0, requireSession);
        const call = { ...checked(route, request, reply), user, requireSession, upload };
        // What ends or answers an SOS waits for nothing.
        return route.isUrgent ? answer(call) : inTurn(user.userId, () => answer(call));
      }),
  };
}

/**
 * Answers a few calls without a session at the same time, the addresses in turn. More of them would keep the people who have
 * signed in waiting for a connection to the database. Answers to an SOS do not wait for the others, such as sign-ins.
 */
function addressTurns() {
  const urgent = fairTurns(4);
  const other = fairTurns(20);
  return <R extends Route>(route: R, call: Call<R>, answer: (call: Call<R>) => Answer<R>): Answer<R> =>
    (route.isUrgent ? urgent : other)(call.address, () => answer(call));
}

/** Fails at the start for routes that are not in the contract, and for those of it that are left without a handler. */
function allowOnly(app: FastifyInstance, missing: ReadonlySet<Route>): void {
  app.addHook('onRoute', ({ url, config }) => {
    if (/^\/api(\/|$)/u.test(url) && !config?.contractRoute) throw new Error(`${url} is not in the contract`);
  });
  app.addHook('onReady', async () => {
    if (missing.size > 0)
      throw new Error(`No handler for ${[...missing].map(({ path }) => path).join(', ')}`);
  });
}

/** Reads a request by the contract's schemas. @throws DomainError 400 */
function checked<R extends Route>(route: R, request: FastifyRequest, reply: FastifyReply): Call<R> {
  return {
    params: parseInput<R['params']>(route.params, request.params),
    query: parseInput<R['query']>(route.query, request.query),
    body: parseInput<R['body']>(route.body, route.isUpload ? undefined : request.body),
    ...callerOf(request),
    host: request.headers.host ?? '',
    device: deviceCookie(request, reply),
    accept: request.headers.accept ?? '',
  };
}

function fileOf({ body }: FastifyRequest): Readable {
  if (!(body instanceof Readable)) throw new DomainError('file_expected');
  return body;
}

function callerOf({ ip, headers }: FastifyRequest): Caller {
  return { address: addressKey(ip), userAgent: headers['user-agent'] ?? '' };
}

/** The token of `Authorization: Bearer …`; undefined for any other form. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +([\w.~+/=-]+)$/iu.exec(request.headers.authorization ?? '')?.[1];
}
