import type * as z from 'zod/mini';
import type { Socket as IoSocket } from 'socket.io-client';
import type {
  AckContent,
  ClientEvent,
  clientEvents,
  ServerEvent,
  ServerEventPayload,
} from '#contract/events';
import { Ack, checkedAckContents, checkedServerEvents, UNAUTHORIZED } from '#contract/checkedEvents';
import { REALTIME_OPTIONS } from '#contract/limits';
import type { SosAck } from '#contract/sos';
import { readServerError } from '#client/i18n/errorTexts';
import { importWithReload } from './lazyImport';
import { EmitPostponed, EmitRefused } from './errors';
import type { Log } from './log';

/** Changes of the connection. `refused`: the server does not accept the token. */
export type ConnectionSignal = 'connected' | 'lost' | 'refused';

/** The page's realtime connection. Handlers may be added before it is open. */
export interface Socket {
  setToken(token: string | null): void;
  open(): void;
  close(): void;
  /**
   * Call it when the page was hidden or frozen, or the network is back. Connects at once, or signals `connected` again if
   * the connection is still up, so that the app loads what it has missed.
   */
  reconnect(): void;
  onSignal(handler: (signal: ConnectionSignal) => void): () => void;
  /**
   * Payloads are validated and normalized; malformed ones are dropped and logged. Events of which the server wants to know
   * are acknowledged once their handlers have run.
   */
  on<E extends ServerEvent>(event: E, handler: (payload: ServerEventPayload<E>) => void): () => void;
  /**
   * Resolves once the server has stored the event. Rejects with `EmitRefused` when the server refuses it, with
   * `EmitPostponed` when it cannot take it now, and with another error when it is unknown whether it arrived.
   */
  emit<E extends ClientEvent>(event: E, payload: z.input<(typeof clientEvents)[E]>): Promise<AckContent<E>>;
}

/** What the server learns of the browser and the page. */
interface SocketDevice {
  /** The random id that this browser keeps, so that alerts reach each device of a person. */
  id(): string;
  /** Whether the page is visible: what it displays need not be pushed. */
  isShown(): boolean;
}

/** Without an acknowledgement for this long the event has failed. */
const ACK_TIMEOUT_MS = 10_000;
/** Socket.IO does not reconnect after the server has closed or refused the connection; this module does, after this. */
const RECONNECT_DELAY_MS = 2_000;

type Handlers = Map<ServerEvent, Set<(payload: never) => void>>;

/**
 * The Socket.IO connection. The library is loaded when the connection is first opened, so that the sign-in page does not
 * wait for it.
 * @param origin of the server, without a trailing slash
 */
export function createSocket(origin: string, device: SocketDevice, log: Log): Socket {
  let token: string | null = null;
  let io: IoSocket | null = null;
  let session = 0;
  const signalHandlers = new Set<(signal: ConnectionSignal) => void>();
  const handlers: Handlers = new Map(
    (Object.keys(checkedServerEvents) as ServerEvent[]).map((event) => [event, new Set()]),
  );
  const signal = (what: ConnectionSignal) => signalHandlers.forEach((handler) => handler(what));

  async function connect(current: number): Promise<void> {
    const { io: create } = await importWithReload(() => import('socket.io-client'));
    if (current !== session) return;
    io = create(origin, { ...REALTIME_OPTIONS, auth: { token, device: device.id() }, forceNew: true });
    const isCurrent = () => current === session;
    forwardSignals(io, (what) => isCurrent() && signal(what), isCurrent);
    forwardEvents(io, handlers, device, log);
  }

  return {
    setToken(next) {
      token = next;
    },
    open() {
      session += 1;
      connect(session).catch((reason: unknown) => {
        log.failure('Loading socket.io-client failed:', reason);
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
      // Reconnects at once instead of after the back-off.
      io?.disconnect().connect();
    },
    onSignal(handler) {
      signalHandlers.add(handler);
      return () => signalHandlers.delete(handler);
    },
    on(event, handler) {
      const set = handlers.get(event) ?? new Set();
      set.add(handler);
      if (!handlers.has(event) && io) forwardEvent(io, event, handlers, { isShown: device.isShown, log });
      handlers.set(event, set);
      return () => set.delete(handler);
    },
    async emit(event, payload) {
      if (!io?.connected) throw new Error('Socket not initialized');
      const reply: unknown = await io.timeout(ACK_TIMEOUT_MS).emitWithAck(event, payload);
      const ack = Ack.safeParse(reply);
      if (!ack.success || !('error' in ack.data)) return parseContent(event, reply);
      const { error, retryAfter, code, params } = ack.data;
      const reason = await readServerError({ message: error, code, params });
      if (retryAfter === undefined) throw new EmitRefused(reason);
      throw new EmitPostponed(reason, retryAfter * 1_000);
    },
  };
}

/** The content of an acknowledgement besides `ok`. Other servers may send less. */
function parseContent<E extends ClientEvent>(event: E, reply: unknown): AckContent<E> {
  if (event === 'sos:trigger') {
    const { id = null, people = [] } = (reply ?? {}) as Partial<SosAck>;
    return { id, people } as AckContent<E>;
  }
  if (event === 'location:update') return reply as AckContent<E>;
  if (event !== 'message:send') return undefined as AckContent<E>;
  const content = checkedAckContents['message:send'].safeParse(reply);
  return (content.success ? content.data : { message: null }) as AckContent<E>;
}

/** Turns Socket.IO's own events into signals, and reconnects where Socket.IO does not. */
function forwardSignals(
  io: IoSocket,
  signal: (what: ConnectionSignal) => unknown,
  isCurrent: () => boolean,
): void {
  // A connection that was closed meanwhile has an old token.
  const reconnect = () => setTimeout(() => isCurrent() && !io.active && io.connect(), RECONNECT_DELAY_MS);
  io.on('connect', () => signal('connected'));
  io.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return;
    signal('lost');
    if (reason === 'io server disconnect') reconnect();
  });
  io.on('connect_error', (error) => {
    if (error.message === UNAUTHORIZED) return signal('refused');
    signal('lost');
    if (!io.active) reconnect();
  });
}

function forwardEvents(io: IoSocket, handlers: Handlers, { isShown }: SocketDevice, log: Log): void {
  for (const event of handlers.keys()) forwardEvent(io, event, handlers, { isShown, log });
}

/**
 * Passes an event that matches its schema to its handlers. After that it is acknowledged, if the server asks for it and
 * there is a handler.
 */
function forwardEvent(
  io: IoSocket,
  event: ServerEvent,
  handlers: Handlers,
  { isShown, log }: { isShown: () => boolean; log: Log },
): void {
  io.on(event, (payload: unknown, acknowledge?: unknown) => {
    const parsed = parse(event, payload);
    if (!parsed.success)
      return log.failure(`A malformed ${event} was ignored:`, parsed.error.issues[0]?.path);
    const receivers = handlers.get(event);
    receivers?.forEach((handler) => {
      try {
        handler(parsed.data as never);
      } catch (reason) {
        // The other handlers still get the event.
        log.failure(`A handler of ${event} failed:`, reason);
      }
    });
    if (receivers?.size && typeof acknowledge === 'function') acknowledge({ shown: isShown() });
  });
}

const schemas: Partial<Record<ServerEvent, z.ZodMiniType>> = checkedServerEvents;

/** Events that only Kinmap's server sends are taken as they come. */
const parse = (event: ServerEvent, payload: unknown) =>
  schemas[event]?.safeParse(payload) ?? { success: true as const, data: payload };
