import type { EventEmitter } from 'node:events';
import type { Socket as NetSocket } from 'node:net';
import type { Server } from 'socket.io';
import type { AppSocket } from './eventHandlers';

type Connection = AppSocket['conn'];
/** Engine.IO keeps the `WebSocket` of the ws package here. */
export type WebSocketTransport = Connection['transport'] & {
  readonly socket?: EventEmitter & { readonly _socket?: NetSocket; terminate(): void };
};

/** What Socket.IO passes with a packet. All receivers of a broadcast get the same object. */
interface PacketOptions {
  /** The packet as a websocket frame in parts, made once for all receivers of a broadcast. */
  readonly wsPreEncodedFrame?: readonly Buffer[];
  /** The same in one part; added here. */
  wholeFrame?: Buffer;
}

/** A text packet that waits for the end of the turn. */
interface PendingPacket {
  readonly text: string;
  readonly options: PacketOptions | undefined;
}

/** Engine.IO's packet type in front of Socket.IO's text. */
const MESSAGE = '4';
/** First byte of a complete text frame (RFC 6455, 5.2). */
const TEXT_FRAME = 0x81;
/** Shorter payloads have their length in the second byte; for longer ones two bytes with the length follow. */
const MAX_SHORT_LENGTH = 125;
const TWO_BYTE_LENGTH = 126;
const MAX_TWO_BYTE_LENGTH = 65_535;

/**
 * Sends the packets of one event loop turn to a websocket by one system call, and a broadcast as the same bytes to all
 * receivers (docs/decisions/socket-writes.md). Engine.IO makes a system call for each packet, which is most of the cost of
 * an event for a family.
 *
 * Connections that poll, are being upgraded, or have a slow reader use Engine.IO's own way, where the limits for slow
 * readers apply.
 */
export function coalesceWrites(engine: Server['engine']): void {
  const pending = new Map<Connection, PendingPacket[]>();

  engine.on('connection', (connection: Connection) => {
    const write = connection.write.bind(connection);
    const close = connection.close.bind(connection);
    const flush = (): void => {
      const packets = pending.get(connection);
      pending.delete(connection);
      if (!packets) return;
      const socket = openSocketOf(connection);
      const frames = packets.map(frameOf);
      if (socket && frames.every((frame) => frame !== undefined)) socket.write(Buffer.concat(frames));
      else
        for (const { text, options } of packets) write(text, options as Parameters<Connection['write']>[1]);
    };
    connection.write = (data, options, callback) => {
      if (typeof data !== 'string' || callback !== undefined || !openSocketOf(connection)) {
        flush();
        return write(data, options, callback);
      }
      const packet: PendingPacket = { text: data, options: options as PacketOptions | undefined };
      const packets = pending.get(connection);
      if (packets) packets.push(packet);
      else {
        pending.set(connection, [packet]);
        // Runs after the promises of this turn.
        process.nextTick(flush);
      }
      return connection;
    };
    connection.close = (discard) => {
      if (discard === true) pending.delete(connection);
      else flush();
      close(discard);
    };
  });
}

/** @returns the TCP socket of a websocket to which everything before has been written */
function openSocketOf({ readyState, upgrading, transport }: Connection): NetSocket | undefined {
  if (readyState !== 'open' || upgrading || transport.name !== 'websocket' || !transport.writable)
    return undefined;
  const socket = (transport as WebSocketTransport).socket?._socket;
  return socket?.writable && socket.writableLength === 0 ? socket : undefined;
}

/** @returns the packet as one websocket frame; undefined when it is too long for the short forms */
function frameOf({ text, options }: PendingPacket): Buffer | undefined {
  const parts = options?.wsPreEncodedFrame;
  if (options && parts) return (options.wholeFrame ??= Buffer.concat(parts));
  const length = Buffer.byteLength(text) + MESSAGE.length;
  if (length > MAX_TWO_BYTE_LENGTH) return undefined;
  const start = length <= MAX_SHORT_LENGTH ? 2 : 4;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = TEXT_FRAME;
  frame[1] = length <= MAX_SHORT_LENGTH ? length : TWO_BYTE_LENGTH;
  if (start === 4) frame.writeUInt16BE(length, 2);
  frame.write(MESSAGE + text, start);
  return frame;
}
