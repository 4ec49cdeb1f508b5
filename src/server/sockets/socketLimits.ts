import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Server } from 'socket.io';
import type { AppSocket } from './eventHandlers';

type Engine = Server['engine'];
type Connection = AppSocket['conn'];

/** Connections of one address, those included that have not said who they are. */
const CONNECTIONS_PER_ADDRESS = 100;
/** Packets a connection may send in a window: a family's app stays below one tenth. */
const PACKETS_PER_WINDOW = 600;
const WINDOW_MS = 10_000;
/** What may wait for a client that does not read: twice as many events as are ever kept for one who was away. */
const WAITING_PACKETS_MAX = 1_024;
const WAITING_LENGTH_MAX = 1_024 * 1_024;

/** Counts the open connections of each address. */
export interface ConnectionsByAddress {
  /** False when the address of this handshake has enough. */
  hasRoomFor(request: IncomingMessage): boolean;
}

/** @param addressOf what stands for the address of a handshake */
export function countConnectionsByAddress(
  engine: Engine,
  addressOf: (request: IncomingMessage) => string,
): ConnectionsByAddress {
  const open = new Map<string, number>();
  engine.on('connection', (connection: Connection) => {
    const address = addressOf(connection.request);
    open.set(address, (open.get(address) ?? 0) + 1);
    connection.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
  return { hasRoomFor: (request) => (open.get(addressOf(request)) ?? 0) < CONNECTIONS_PER_ADDRESS };
}

/** Closes a connection that sends without end, whatever it sends. */
export function closeFloods(engine: Engine, log: FastifyBaseLogger): void {
  engine.on('connection', (connection: Connection) => {
    let since = performance.now();
    let packets = 0;
    connection.on('packet', () => {
      packets += 1;
      if (packets <= PACKETS_PER_WINDOW) return;
      const now = performance.now();
      if (now - since < WINDOW_MS) {
        log.warn('a socket was closed because it sent too much');
        cut(connection);
      }
      [since, packets] = [now, 0];
    });
  });
}

/** Closes a connection whose client reads too slowly for what is sent to it: nothing piles up for it here. */
export function closeSlowReaders(engine: Engine, log: FastifyBaseLogger): void {
  engine.on('connection', (connection: Connection) => {
    let packets = 0;
    let length = 0;
    connection.on('packetCreate', ({ data }: { data?: unknown }) => {
      packets += 1;
      length += lengthOf(data);
      if (packets <= WAITING_PACKETS_MAX && length <= WAITING_LENGTH_MAX) return;
      log.warn('a socket was closed because it read too slowly');
      cut(connection);
    });
    // What waits is handed to the transport once that has sent everything before.
    connection.on('flush', () => {
      [packets, length] = [0, 0];
    });
  });
}

function lengthOf(data: unknown): number {
  if (typeof data === 'string') return data.length;
  return data instanceof Uint8Array ? data.byteLength : 0;
}

/** At once and without a farewell: what still waits is thrown away, the operating system's part included. */
function cut(connection: Connection): void {
  connection.close(true);
  connection.request.destroy();
}
