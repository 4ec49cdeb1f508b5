import type { FastifyBaseLogger } from 'fastify';
import type { DefaultEventsMap, Socket } from 'socket.io';
import type * as z from 'zod/mini';
import {
  type Ack,
  type AckContent,
  type ClientEvent,
  type ServerToClientEvents,
  clientEvents,
} from '#contract/events';
import type { SignedIn } from '#server/signedIn';
import { DomainError, parseInput } from '#server/domainError';
import { ackOf, failureAck } from '#server/http/errors';

/** What the server knows of a connected client. */
export interface SocketData extends SignedIn {
  /** Random id of the device; empty when the client sends none. */
  deviceId: string;
}

/** A signed-in socket. Incoming events are untyped on purpose, because a client can send anything. */
export type AppSocket = Socket<DefaultEventsMap, ServerToClientEvents, DefaultEventsMap, SocketData>;

type Payload<Event extends ClientEvent> = z.output<(typeof clientEvents)[Event]>;
const schemas: { readonly [Event in ClientEvent]: z.ZodMiniType<Payload<Event>> } = clientEvents;

/** What the event handlers of a socket need from the server. */
interface SocketContext {
  readonly log: FastifyBaseLogger;
  /** Running handlers; the server waits for them before it stops. */
  readonly pending: Set<Promise<void>>;
  /** @returns the acknowledgement that refuses an event; undefined when the event is accepted */
  refuse(event: string): Ack | undefined;
}
const EVENT_UNKNOWN = new DomainError('event_unknown');
const contexts = new WeakMap<object, SocketContext>();

/**
 * Refuses events before they reach a handler. Unknown events must not reach the emitter, where names such as 'error' would
 * throw.
 */
export function guardEvents(socket: AppSocket, context: SocketContext): void {
  contexts.set(socket, context);
  socket.use(([event, ...args], next) => {
    const refusal = isClientEvent(event) ? context.refuse(event) : ackOf(EVENT_UNKNOWN);
    if (refusal === undefined) next();
    else acknowledgement(args)(refusal);
  });
}

/**
 * Handles one of the contract's events. It validates the payload, runs the handler, and acknowledges with `{ok: true}` and
 * the handler's result, or with the error. A malformed packet (no payload, no acknowledgement, too many arguments) or a
 * failing handler affects no other packet.
 */
export function handleEvent<Event extends ClientEvent>(
  socket: AppSocket,
  event: Event,
  handler: (payload: Payload<Event>) => Promise<AckContent<Event>>,
): void {
  const { log } = contextOf(socket);
  const name: string = event;
  socket.on(name, (...args: unknown[]) => {
    const reply = acknowledgement(args);
    whilePending(
      socket,
      answer(schemas[event], args[0], handler)
        .catch((error: unknown): Ack => failureAck(error, log))
        .then(reply),
    );
  });
}

/** Lets the server wait for some work of a socket before it stops. */
export function whilePending(socket: AppSocket, work: Promise<void>): void {
  const { pending } = contextOf(socket);
  const done = work.finally(() => pending.delete(done));
  pending.add(done);
}

function contextOf(socket: AppSocket): SocketContext {
  const context = contexts.get(socket);
  if (!context) throw new Error('guardEvents was not called for this socket');
  return context;
}

async function answer<Checked>(
  schema: z.ZodMiniType<Checked>,
  payload: unknown,
  handler: (payload: Checked) => Promise<object | void>,
): Promise<Ack> {
  return { ok: true, ...(await handler(parseInput(schema, payload))) };
}

function isClientEvent(event: unknown): event is ClientEvent {
  return typeof event === 'string' && Object.hasOwn(clientEvents, event);
}

/** Socket.IO passes the acknowledgement as the last argument, if the client wants one. */
function acknowledgement(args: readonly unknown[]): (reply: Ack) => void {
  const last = args.at(-1);
  return (reply) => {
    if (typeof last === 'function') last(reply);
  };
}
