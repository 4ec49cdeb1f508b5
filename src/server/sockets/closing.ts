import { type Io, openSockets } from './rooms';

/** Sockets of all tabs and devices of one user. */
const SOCKETS_PER_USER = 10;
/** Longest wait for running handlers, and for closing sockets, when the server stops. */
const CLOSE_TIMEOUT_MS = 3_000;

/** Closes the oldest sockets of a user who has too many. A new one may carry an SOS; old ones may be of unused tabs. */
export function closeOldest(io: Io, userId: string): void {
  for (const { conn } of openSockets(io, userId).slice(0, -SOCKETS_PER_USER)) conn.close(true);
}

/** Closes the transport, so that the client reconnects and gets 'unauthorized'. */
export function closeExpired(io: Io, now: number): void {
  for (const socket of io.of('/').sockets.values()) {
    if (socket.data.expiresAt <= now) socket.conn.close();
  }
}

/**
 * Closes transports, not namespaces: after 'io server disconnect' a client would not reconnect. Engine.IO flushes
 * its buffer first.
 */
export async function closeAll(io: Io): Promise<void> {
  const closed = [...io.of('/').sockets.values()].map(
    (socket) => new Promise<void>((resolve) => socket.once('disconnect', () => resolve())),
  );
  for (const socket of io.of('/').sockets.values()) socket.conn.close();
  await withinTimeout(Promise.all(closed));
  io.engine.close();
}

/** Resolves when the work is done, or at the timeout. */
export async function withinTimeout(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
