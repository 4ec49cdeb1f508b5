import { type CodedError } from '#contract/errors';
import * as z from 'zod/mini';
import { codeOf, ErrorMessage } from '#contract/errorAnswers';
import { checkedRoutes } from '#contract/checkedRoutes';
import type { Route, RouteName, routes } from '#contract/routes';
import { readServerError } from '#client/i18n/errorTexts';
import { RequestFailed } from './errors';
import type { Clock } from './clock';
import { uncheckedPaths } from './uncheckedPaths';
import type { UploadWatch } from './uploadFile';

type Routes = typeof routes;

/** The input of a route: only the parts that the route has. */
export type RouteInput<R extends RouteName> = {
  params?: z.input<Routes[R]['params']>;
  query?: z.input<Routes[R]['query']>;
  body?: z.input<Routes[R]['body']>;
};

/** The normalized answer of a route. */
export type RouteAnswer<R extends RouteName> = z.output<Routes[R]['answer']>;

/**
 * HTTP calls by the contract's routes. Callers pass the route's name, so that only the services import schemas and the
 * later bundles do not (docs/decisions/bundle.md).
 */
export interface Http {
  /** Bearer token of all later calls; null removes the header. */
  setToken(token: string | null): void;
  needsSession(route: RouteName): boolean;
  /** Why the server would refuse this body; null when it is valid. Of checked routes only. */
  validate<R extends keyof typeof checkedRoutes>(route: R, body: RouteInput<R>['body']): CodedError | null;
  /** Resolves to the normalized answer. Rejects with `RequestFailed`. */
  call<R extends RouteName>(route: R, input: RouteInput<R>): Promise<RouteAnswer<R>>;
  /** The same for a route that answers with a file; without a timeout. */
  download<R extends RouteName>(route: R, input: RouteInput<R>): Promise<Blob>;
  /** Sends a file. Resolves to the normalized answer. Rejects with `RequestFailed`. */
  upload<R extends RouteName>(
    route: R,
    input: RouteInput<R>,
    file: Blob,
    watch: UploadWatch,
  ): Promise<RouteAnswer<R>>;
  /** Whether later calls use this token. */
  usesToken(token: string): boolean;
}

/** The parts of a call, whatever its route. */
type Input = { params?: unknown; query?: unknown; body?: unknown };

const JSON_TYPE = 'application/json';
/** Without an answer for this long a call has failed. */
const CALL_TIMEOUT_MS = 15_000;

/**
 * HTTP by the contract's routes.
 * @param origin of the API, without a trailing slash
 * @param clock synchronized with the `Date` header of every answer
 */
export function createHttp(origin: string, clock: Clock): Http {
  let token: string | null = null;
  /** Resolves to a successful answer. */
  async function request(route: RequestedRoute, input: Input, timeout: number | null): Promise<Response> {
    const sentWith = token;
    const response = await send(origin, route, input, { token, timeout });
    const serverTime = Date.parse(response.headers.get('Date') ?? '');
    if (!Number.isNaN(serverTime)) clock.sync(serverTime);
    if (response.ok) return response;
    throw await failure(response.status, await readJson(response, origin).catch(() => undefined), sentWith);
  }
  /** A 401 for a token that has been replaced meanwhile does not end the session. */
  const failure = async (status: number, body: unknown, sentWith: string | null): Promise<RequestFailed> =>
    status === 401 && sentWith !== token ? new RequestFailed(null) : readFailure(status, body);
  return {
    setToken(next) {
      token = next;
    },
    needsSession: (name) => routeOf(name).auth === 'session',
    validate(name, body) {
      const checked = z.safeParse(checkedRoutes[name].body, body);
      return checked.success ? null : { code: codeOf(checked.error.issues[0]) };
    },
    usesToken: (other) => token === other,
    async download(name, input) {
      const response = await request(routeOf(name), input, null);
      return response.blob().catch(() => {
        throw new RequestFailed(null);
      });
    },
    async upload<R extends RouteName>(name: R, input: RouteInput<R>, file: Blob, watch: UploadWatch) {
      const { uploadFile } = await import('./lazyTools');
      const url = origin + buildPath(routeOf(name), input);
      const sentWith = token;
      const { status, body } = await uploadFile(url, sentWith, file, watch);
      if (status >= 400) throw await failure(status, body, sentWith);
      return body as RouteAnswer<R>;
    },
    async call<R extends RouteName>(name: R, input: RouteInput<R>) {
      const route = routeOf(name);
      const response = await request(route, input, CALL_TIMEOUT_MS);
      const body = await readJson(response, origin);
      if (!route.answer) return body as RouteAnswer<R>;
      const answer = z.safeParse(route.answer, body);
      if (!answer.success) throw new RequestFailed(response.status);
      return answer.data as RouteAnswer<R>;
    },
  };
}

/** What a call needs of its route. Without `answer` the answer is not checked. */
type RequestedRoute = Pick<Route, 'method' | 'path' | 'auth' | 'accept'> & {
  readonly answer?: Route['answer'];
};

function routeOf(name: RouteName): RequestedRoute {
  if (name in checkedRoutes) return checkedRoutes[name as keyof typeof checkedRoutes];
  const [method, path, auth = 'session'] = uncheckedPaths[name as keyof typeof uncheckedPaths];
  return { method, path, auth };
}

async function send(
  origin: string,
  route: RequestedRoute,
  input: Input,
  { token, timeout }: { token: string | null; timeout: number | null },
): Promise<Response> {
  const headers: Record<string, string> = {
    Accept: route.accept === undefined ? JSON_TYPE : `${route.accept}, ${JSON_TYPE}`,
  };
  if (token !== null && route.auth === 'session') headers['Authorization'] = `Bearer ${token}`;
  if (input.body !== undefined) headers['Content-Type'] = 'application/json';
  try {
    return await fetch(origin + buildPath(route, input), {
      method: route.method,
      headers,
      body: input.body === undefined ? null : JSON.stringify(input.body),
      signal: timeout === null ? null : AbortSignal.timeout(timeout),
    });
  } catch {
    throw new RequestFailed(null);
  }
}

/** The route's path with its parameters filled in and the query appended. */
function buildPath(route: RequestedRoute, input: Input): string {
  const params = (input.params ?? {}) as Record<string, string>;
  const path = route.path.replace(/:(\w+)/gu, (_match, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const query = new URLSearchParams((input.query ?? {}) as Record<string, string>).toString();
  return query === '' ? path : `${path}?${query}`;
}

/**
 * The body as JSON; undefined when it is empty or none. Pictures are named by their path on the server, which need not be
 * the page's.
 * @throws RequestFailed when it breaks off
 */
async function readJson(response: Response, origin: string): Promise<unknown> {
  const withOrigin = (key: string, value: unknown): unknown =>
    key === 'profileImage' && typeof value === 'string' && /^\/[^/]/u.test(value) ? origin + value : value;
  const text = await response.text().catch(() => {
    throw new RequestFailed(null);
  });
  try {
    return text === '' ? undefined : (JSON.parse(text, withOrigin) as unknown);
  } catch {
    return undefined;
  }
}

/** The failure in an error answer. Other servers may send only the message, or nothing. */
async function readFailure(status: number, body: unknown): Promise<RequestFailed> {
  const answer = ErrorMessage.safeParse(body);
  if (!answer.success) return new RequestFailed(status, null);
  const { challenge, passkey } = answer.data;
  const asked = challenge === undefined ? null : { challenge, passkey };
  return new RequestFailed(status, await readServerError(answer.data), asked);
}
