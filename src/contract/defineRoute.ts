import * as z from 'zod/mini';
import { Nothing } from './primitives';

/** Who may call a route at all; what they may see of it is the service's rule. */
export type RouteAuth = 'none' | 'session';

/** One HTTP route as data: the server implements it, the client calls it, tests enumerate it. */
export interface Route<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the origin with `:name` for parameters. */
  readonly path: string;
  readonly auth: RouteAuth;
  readonly status: 200 | 201 | 204;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly answer: Answer;
  /** Largest body in bytes where it is not `BODY_LIMIT_BYTES`. */
  readonly bodyLimit?: number;
  /** Content type that the client prefers to JSON. */
  readonly accept?: string;
}

/** An absent body, or the empty object some HTTP clients send instead. */
export const NoBody = z.optional(Nothing);
/** The answer of a 204. Servers that answer with a body are tolerated. */
export const NoAnswer = z.unknown();

/** Of a call without parameters, query and body. */
export const nothingIn = { params: Nothing, query: Nothing, body: NoBody } as const;
