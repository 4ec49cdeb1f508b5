import type { FastifyBaseLogger } from 'fastify';
import type { Server } from 'socket.io';
import type { AppSocket } from './eventHandlers';
import type { WebSocketTransport } from './writeCoalescing';

type Engine = Server['engine'];
type Connection = AppSocket['conn'];

/** Packets that a connection may send per window; the app sends less than a tenth of it. */
const PACKETS_PER_WINDOW = 600;
const WINDOW_MS = 10_000;
/** Socket.IO's packet type in front of an acknowledgement. */
const ACK = '3';
/** Buffered packets for a slow client: twice as many as the events that are kept for a disconnected one. */
const MAX_BUFFERED_PACKETS = 1_024;
const MAX_BUFFERED_LENGTH = 1_024 * 1_024;

const expectedAcks = new WeakMap<Connection, number>();

/** Lets a client acknowledge an event: this packet of the client will not count as part of a flood. */
export function expectAck(connection: Connection): void {
  expectedAcks.set(connection, (expectedAcks.get(connection) ?? 0) + 1);
}

/** @param data Socket.IO's packet @returns true for one of the acknowledgements that the server waits for */
function isExpectedAck(connection: Connection, data: unknown): boolean {
  const expected = expectedAcks.get(connection) ?? 0;
  if (expected === 0 || typeof data !== 'string' || !data.startsWith(ACK)) return false;
  expectedAcks.set(connection, expected - 1);
  return true;
}

/** Closes connections that send too many packets, or websocket pings and pongs, which Engine.IO does not see. */
export function closeFloods(engine: Engine, log: FastifyBaseLogger): void {
  engine.on('connection', (connection: Connection) => {
    let since = performance.now();
    let packets = 0;
    let transport: WebSocketTransport = connection.transport;
    const count = (): void => {
      packets += 1;
      if (packets <= PACKETS_PER_WINDOW) return;
      const now = performance.now();
      if (now - since < WINDOW_MS) {
        log.warn('a socket was closed because it sent too much');
        closeNow(connection);
        transport.socket?.terminate();
      }
      [since, packets] = [now, 0];
    };
    const countControlFrames = (of: WebSocketTransport): void => {
      transport = of;
      for (const frame of ['ping', 'pong']) transport.socket?.on(frame, count);
    };
    connection.on('packet', ({ data }: { data?: unknown }) => {
      if (!isExpectedAck(connection, data)) count();
    });
    countControlFrames(transport);
    // A websocket that is to replace polling; again for each of its probes.
    connection.on('upgrading', (next: WebSocketTransport) => {
      count();
      if (next !== transport) countControlFrames(next);
    });
  });
}

/** Closes connections whose client reads too slowly, so that the buffer for it stays small. */
export function closeSlowReaders(engine: Engine, log: FastifyBaseLogger): void {
  engine.on('connection', (connection: Connection) => {
    let packets = 0;
    let length = 0;
    connection.on('packetCreate', ({ data }: { data?: unknown }) => {
      packets += 1;
      length += lengthOf(data);
      if (packets <= MAX_BUFFERED_PACKETS && length <= MAX_BUFFERED_LENGTH) return;
      log.warn('a socket was closed because it read too slowly');
      closeNow(connection);
    });
    // The buffer goes to the transport once that has sent everything before.
    connection.on('flush', () => {
      [packets, length] = [0, 0];
    });
  });
}

function lengthOf(data: unknown): number {
  if (typeof data === 'string') return data.length;
  return data instanceof Uint8Array ? data.byteLength : 0;
}

/** Closes at once and discards what is buffered, in the operating system too. */
function closeNow(connection: Connection): void {
  connection.close(true);
  connection.request.destroy();
}
