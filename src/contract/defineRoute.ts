import * as z from 'zod/mini';
import { Nothing } from './primitives';

/** Whether a route needs a session. What the caller may see is decided in the server's services. */
export type RouteAuth = 'none' | 'session';

/** An HTTP route as data: the server implements it, the client calls it, tests enumerate it. */
export interface Route<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with `:name` for parameters. */
  readonly path: string;
  readonly auth: RouteAuth;
  readonly status: 200 | 201 | 204;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly answer: Answer;
  /** Maximum size of the body in bytes; `BODY_LIMIT_BYTES` by default. */
  readonly bodyLimit?: number;
  /** Neither an overloaded server refuses it, nor one that got too many requests from this address. */
  readonly isUrgent?: boolean;
  /** The body is a file of any size up to `bodyLimit`, which is read as it comes. */
  readonly isUpload?: boolean;
  /** Content type that the client prefers over JSON. */
  readonly accept?: string;
}

/** No body, or the empty object that some HTTP clients send instead. */
export const NoBody = z.optional(Nothing);
/** The answer of a 204. A body is ignored. */
export const NoAnswer = z.unknown();

/** For routes without parameters, query or body. */
export const nothingIn = { params: Nothing, query: Nothing, body: NoBody } as const;
