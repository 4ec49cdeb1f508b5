import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Server } from 'socket.io';
import type { AppSocket } from './eventHandlers';
import type { WebSocketTransport } from './writeCoalescing';

type Connection = AppSocket['conn'];

/** Connections of one address that have not signed in. */
const PENDING_PER_ADDRESS = 100;

/**
 * Limits the connections of each address that have not signed in. A new one always gets in: another one of its address is
 * closed at random, so that with thousands of them a client that is about to sign in still has a chance.
 */
export interface PendingConnections {
  /** Counts a handshake as soon as it arrives, because many can arrive before the first is answered. */
  add(request: IncomingMessage): void;
  /** The connection has signed in and counts no longer. */
  remove(connection: Connection): void;
  /** Follows the connections that come out of the handshakes. */
  watch(engine: Server['engine']): void;
}

interface Pending {
  readonly expiry: NodeJS.Timeout;
  /** Undefined during the handshake. */
  connection?: Connection;
}

/**
 * @param addressOf returns the client's address of a handshake
 * @param timeoutMs after this a connection that has not signed in is closed
 */
export function pendingConnections(
  addressOf: (request: IncomingMessage) => string,
  timeoutMs: number,
): PendingConnections {
  const byAddress = new Map<string, Map<IncomingMessage, Pending>>();

  function remove(request: IncomingMessage): void {
    const address = addressOf(request);
    const pending = byAddress.get(address);
    clearTimeout(pending?.get(request)?.expiry);
    pending?.delete(request);
    if (pending?.size === 0) byAddress.delete(address);
  }

  function close(request: IncomingMessage): void {
    const connection = byAddress.get(addressOf(request))?.get(request)?.connection;
    remove(request);
    if (connection) closeSilent(connection);
  }

  return {
    add(request) {
      const address = addressOf(request);
      const pending = byAddress.get(address) ?? new Map<IncomingMessage, Pending>();
      const other = [...pending.keys()][randomInt(PENDING_PER_ADDRESS)];
      if (pending.size >= PENDING_PER_ADDRESS && other) close(other);
      pending.set(request, { expiry: setTimeout(() => close(request), timeoutMs).unref() });
      byAddress.set(address, pending);
    },
    remove: ({ request }) => remove(request),
    watch: (engine) =>
      void engine.on('connection', (connection: Connection) => {
        const { request } = connection;
        const pending = byAddress.get(addressOf(request))?.get(request);
        // Its place was taken during the handshake.
        if (!pending) return closeSilent(connection);
        pending.connection = connection;
        connection.once('close', () => remove(request));
      }),
  };
}

/** Not through the TCP connection of its request, because a proxy may use that for other clients by now. */
function closeSilent(connection: Connection): void {
  connection.close(true);
  const transport: WebSocketTransport = connection.transport;
  transport.socket?.terminate();
}
