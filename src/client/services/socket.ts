import type { Socket as IoSocket } from 'socket.io-client';
import {
  Ack,
  type AckContent,
  ackContents,
  type ClientEvent,
  KEPT_EVENTS,
  type ServerEvent,
  serverEvents,
  UNAUTHORIZED,
} from '#contract/events';
import { REALTIME_OPTIONS } from '#contract/limits';
import { importWithReload } from './lazyImport';
import { EmitPostponed, EmitRefused } from './errors';
import type { ConnectionSignal, Log, Socket } from './types';

/** How long an acknowledgement may take before the sender tries again. */
const ACK_TIMEOUT_MS = 10_000;
/** Socket.IO does not come back by itself after the server closed or refused the connection; we do after this. */
const RETURN_AFTER_MS = 2_000;

type Handlers = Map<ServerEvent, Set<(payload: never) => void>>;

/**
 * The realtime connection. The library is loaded when the connection is first opened, so that signing in does not
 * wait for it.
 * @param origin where the sockets live; without a trailing slash
 */
export function createSocket(origin: string, log: Log): Socket {
  let token: string | null = null;
  let io: IoSocket | null = null;
  let session = 0;
  const signalHandlers = new Set<(signal: ConnectionSignal) => void>();
  const handlers: Handlers = new Map();
  const signal = (what: ConnectionSignal) => signalHandlers.forEach((handler) => handler(what));

  async function connect(current: number): Promise<void> {
    const { io: create } = await importWithReload(() => import('socket.io-client'));
    if (current !== session) return;
    io = create(origin, { ...REALTIME_OPTIONS, auth: { token }, forceNew: true });
    const isWanted = () => current === session;
    wireSignals(io, (what) => isWanted() && signal(what), isWanted);
    for (const event of Object.keys(serverEvents) as ServerEvent[]) wireEvent(io, event, handlers, log);
  }

  return {
    setToken(next) {
      token = next;
    },
    open() {
      session += 1;
      connect(session).catch((reason: unknown) => {
        log.failure('Loading the realtime library failed:', reason);
        signal('lost');
      });
    },
    close() {
      session += 1;
      io?.disconnect();
      io = null;
    },
    reconnect() {
      if (io?.connected) return signal('connected');
      // Not at the next turn of the back-off, which may be far away.
      io?.disconnect().connect();
    },
    onSignal(handler) {
      signalHandlers.add(handler);
      return () => signalHandlers.delete(handler);
    },
    on(event, handler) {
      const set = handlers.get(event) ?? new Set();
      handlers.set(event, set);
      set.add(handler);
      return () => set.delete(handler);
    },
    async emit(event, payload) {
      if (!io?.connected) throw new Error('Socket not initialized');
      const reply: unknown = await io.timeout(ACK_TIMEOUT_MS).emitWithAck(event, payload);
      const ack = Ack.safeParse(reply);
      if (!ack.success || !('error' in ack.data)) return contentOf(event, reply);
      const { error, retryAfter, code, params } = ack.data;
      if (retryAfter === undefined) throw new EmitRefused(error, code, params);
      throw new EmitPostponed(error, retryAfter * 1_000, code, params);
    },
  };
}

/** What an acknowledgement carries besides `ok`. Other servers may say less. */
function contentOf<E extends ClientEvent>(event: E, reply: unknown): AckContent<E> {
  if (event !== 'message:send') return undefined as AckContent<E>;
  const content = ackContents['message:send'].safeParse(reply);
  return (content.success ? content.data : { message: null }) as AckContent<E>;
}

/** Turns Socket.IO's own events into signals, and comes back where it would not by itself. */
function wireSignals(
  io: IoSocket,
  signal: (what: ConnectionSignal) => unknown,
  isWanted: () => boolean,
): void {
  // One that was closed meanwhile would come back with a token of before.
  const comeBack = () => setTimeout(() => isWanted() && !io.active && io.connect(), RETURN_AFTER_MS);
  io.on('connect', () => signal('connected'));
  io.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return;
    signal('lost');
    if (reason === 'io server disconnect') comeBack();
  });
  io.on('connect_error', (error) => {
    if (error.message === UNAUTHORIZED) return signal('refused');
    signal('lost');
    if (!io.active) comeBack();
  });
}

/**
 * Hands an event to its handlers once it has passed its schema. What the server keeps until we have it is acknowledged
 * after that, and only where there is somebody to take it.
 */
function wireEvent(io: IoSocket, event: ServerEvent, handlers: Handlers, log: Log): void {
  const isKept = (KEPT_EVENTS as readonly ServerEvent[]).includes(event);
  io.on(event, (payload: unknown, received?: unknown) => {
    const parsed = serverEvents[event].safeParse(payload);
    if (!parsed.success)
      return log.failure(`A malformed ${event} was ignored:`, parsed.error.issues[0]?.path);
    const takers = handlers.get(event);
    takers?.forEach((handler) => {
      try {
        handler(parsed.data as never);
      } catch (reason) {
        // One that fails keeps nothing from the others.
        log.failure(`Taking a ${event} failed:`, reason);
      }
    });
    if (isKept && takers?.size && typeof received === 'function') received();
  });
}
