import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { type Ack, STORED_EVENTS } from '#contract/events';
import { REALTIME_PATH } from '#contract/limits';
import { expectListedError } from './errorCodes';

/** A socket of a test. It can send anything. */
export interface TestSocket {
  readonly raw: Socket;
  /** Events so far, as `[name, payload]`, but for presence: it comes some time after its position. */
  readonly received: [string, unknown][];
  /** All events so far, with presence. */
  readonly everything: [string, unknown][];
  /** Sends one event and resolves with its acknowledgement, whose error code it has checked and left out. */
  send(event: string, ...args: unknown[]): Promise<Ack>;
  /** Resolves once an event of this name has come, at once if it already has. */
  waitForEvent(event: string): Promise<unknown>;
  /** Resolves with the reason once the socket is closed. */
  readonly closed: Promise<string>;
}

/** Longer than a busy machine takes for a thousand events at once. Of a thousand SOS at once, one waited longer than 20 s. */
const ACK_TIMEOUT_MS = 50_000;
/** Longer than a busy machine takes for a hundred connections at once. */
const CONNECT_TIMEOUT_MS = 50_000;

const open = new Set<Socket>();

/** For `afterEach` or `afterAll`. */
export function closeSockets(): void {
  for (const socket of open) socket.disconnect();
  open.clear();
}

/**
 * Opens a socket and waits until it is connected.
 * @param acknowledges whether it confirms alerts, as our client does; 'shown': as a visible page
 * @throws Error with the message of the `connect_error`
 */
export async function openSocket(
  origin: string,
  token: string | undefined,
  options: Partial<ManagerOptions & SocketOptions> = {},
  acknowledges: boolean | 'shown' = true,
): Promise<TestSocket> {
  const socket = io(origin, {
    path: REALTIME_PATH,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    timeout: CONNECT_TIMEOUT_MS,
    auth: token === undefined ? {} : { token },
    ...options,
  });
  open.add(socket);
  const received: [string, unknown][] = [];
  const everything: [string, unknown][] = [];
  socket.onAny((event: string, payload: unknown) => {
    everything.push([event, payload]);
    if (event !== 'presence:changed') received.push([event, payload]);
  });
  for (const event of acknowledges ? STORED_EVENTS : [])
    socket.on(event, (_payload: unknown, acknowledge: (reply?: object) => void) =>
      acknowledge(acknowledges === 'shown' ? { shown: true } : undefined),
    );
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return {
    raw: socket,
    received,
    everything,
    closed: new Promise((resolve) => socket.once('disconnect', resolve)),
    send: async (event, ...args) =>
      withoutCode(await socket.timeout(ACK_TIMEOUT_MS).emitWithAck(event, ...args)),
    waitForEvent: (event) => {
      const already = everything.find(([name]) => name === event);
      if (already) return Promise.resolve(already[1]);
      return new Promise((resolve) => {
        socket.once(event, resolve);
      });
    },
  };
}

function withoutCode(reply: Ack): Ack {
  if (!('error' in reply)) return reply;
  const { code, params, ...answer } = reply;
  expectListedError({ code, params, message: answer.error });
  return answer;
}

/** Message of the refusal of a handshake. */
export async function connectError(origin: string, token: string | undefined, options = {}): Promise<string> {
  const outcome = await openSocket(origin, token, options).catch((error: unknown) => error);
  return outcome instanceof Error ? outcome.message : 'connected';
}

/** Resolves once everything sent before has been handled and received. */
export async function flushSockets(...sockets: TestSocket[]): Promise<void> {
  for (const socket of sockets) await socket.send('nothing:known');
}

/** Shorter than a test takes at most, which would hide what it waits for; a busy machine is slow. */
const WAIT_LIMIT_MS = 50_000;

/** Resolves once the condition holds. @throws Error after 50 s */
export async function waitUntil(condition: () => Promise<boolean> | boolean): Promise<void> {
  const end = Date.now() + WAIT_LIMIT_MS;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('It did not happen within 50 s');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
