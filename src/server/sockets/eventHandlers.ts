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
import type { SignedIn } from '#server/features/session/service';
import { DomainError, parseInput } from '#server/domainError';
import { ackOf, failureAck } from '#server/http/errors';

/** A signed-in socket. What comes in is untyped on purpose: anybody can send anything. */
export type AppSocket = Socket<DefaultEventsMap, ServerToClientEvents, DefaultEventsMap, SignedIn>;

type Payload<Event extends ClientEvent> = z.output<(typeof clientEvents)[Event]>;
const schemas: { readonly [Event in ClientEvent]: z.ZodMiniType<Payload<Event>> } = clientEvents;

/** What is going on for a socket besides the socket itself. */
interface SocketContext {
  readonly log: FastifyBaseLogger;
  /** Handlers at work; a stop waits for them. */
  readonly pending: Set<Promise<void>>;
  /** Undefined while an event of this name is welcome, else the reply that refuses it. */
  refuses(event: string): Ack | undefined;
}
const EVENT_UNKNOWN = new DomainError('event_unknown');
const contexts = new WeakMap<object, SocketContext>();

/**
 * Puts the gate in front of a new socket: events that the contract does not know never reach the emitter, where names
 * such as 'error' would throw.
 */
export function guardEvents(socket: AppSocket, context: SocketContext): void {
  contexts.set(socket, context);
  socket.use(([event, ...args], next) => {
    const refusal = isClientEvent(event) ? context.refuses(event) : ackOf(EVENT_UNKNOWN);
    if (refusal === undefined) next();
    else acknowledgement(args)(refusal);
  });
}

/**
 * Answers one of the contract's events. Whatever arrives (no payload, no acknowledgement, too many arguments) and
 * whatever the handler does, one packet harms nothing else: it is acknowledged with `{ok: true}` and what the handler
 * resolves to, else with `{error: sentence}` and, where the fault may pass, when to try again.
 */
export function handleEvent<Event extends ClientEvent>(
  socket: AppSocket,
  event: Event,
  handler: (payload: Payload<Event>) => Promise<AckContent<Event>>,
): void {
  const context = contexts.get(socket);
  if (!context) throw new Error('guardEvents comes first');
  const { log, pending } = context;
  const name: string = event;
  socket.on(name, (...args: unknown[]) => {
    const reply = acknowledgement(args);
    const work = answer(schemas[event], args[0], handler)
      .catch((error: unknown): Ack => failureAck(error, log))
      .then(reply)
      .finally(() => pending.delete(work));
    pending.add(work);
  });
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

/** The acknowledgement among a packet's arguments, which Socket.IO puts last; nothing when the client wants none. */
function acknowledgement(args: readonly unknown[]): (reply: Ack) => void {
  const last = args.at(-1);
  return (reply) => {
    if (typeof last === 'function') last(reply);
  };
}
