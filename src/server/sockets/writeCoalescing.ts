import type { Socket as NetSocket } from 'node:net';
import type { Server } from 'socket.io';
import type { AppSocket } from './eventHandlers';

type Engine = Server['engine'];
type Connection = AppSocket['conn'];

/** What Socket.IO gives along with a packet. All receivers of a broadcast get the same object. */
interface PacketOptions {
  /** The packet as one websocket frame in pieces, where Socket.IO has made it for all receivers. */
  readonly wsPreEncodedFrame?: readonly Buffer[];
  /** The same in one piece; ours. */
  wholeFrame?: Buffer;
}

/** A text packet that waits for the end of the turn. */
interface Waiting {
  readonly text: string;
  readonly options: PacketOptions | undefined;
}

/** The parts of engine.io's and ws's insides that are looked at; missing ones mean that everything goes the usual way. */
interface Insides {
  readonly writeBuffer?: readonly unknown[];
  readonly upgrading?: boolean;
  readonly transport: {
    readonly name: string;
    readonly writable: boolean;
    readonly socket?: { readonly _socket?: NetSocket };
  };
}

/** Engine.IO's type of packet, in front of what Socket.IO has encoded. */
const MESSAGE = '4';
/** First byte of a text frame that is whole (RFC 6455, 5.2). */
const TEXT_FRAME = 0x81;
/** Lengths up to here stand in the second byte; for longer ones it says that two more follow. */
const SHORT_MAX = 125;
const TWO_BYTES_FOLLOW = 126;
const TWO_BYTES_MAX = 65_535;

/**
 * Sends what is said to a connection within one turn of the event loop by one write to its socket, and a broadcast as the
 * same bytes to everybody (docs/decisions/gathered-writes.md). Engine.IO hands every packet to the operating system by
 * itself, which is most of what telling a family costs.
 *
 * Only where nothing is in between: connections that poll, change their transport, or whose reader is slow go the usual
 * way, where the limits for slow readers count.
 */
export function gatherWrites(engine: Engine): void {
  const waiting = new Map<Connection, Waiting[]>();

  function flush(connection: Connection, packets: readonly Waiting[], usual: Connection['write']): void {
    const socket = openSocketOf(connection);
    const frames = socket ? packets.map(frameOf) : [];
    if (!socket || frames.includes(undefined))
      for (const { text, options } of packets) usual(text, options as Parameters<Connection['write']>[1]);
    else socket.write(frames.length === 1 ? (frames[0] ?? '') : Buffer.concat(frames as Buffer[]));
  }

  engine.on('connection', (connection: Connection) => {
    const usual = connection.write.bind(connection);
    const close = connection.close.bind(connection);
    const flushNow = (): void => {
      const packets = waiting.get(connection);
      waiting.delete(connection);
      if (packets) flush(connection, packets, usual);
    };
    connection.write = (data, options, callback) => {
      if (typeof data !== 'string' || callback !== undefined || !openSocketOf(connection)) {
        flushNow();
        return usual(data, options, callback);
      }
      const packet: Waiting = { text: data, options: options as PacketOptions | undefined };
      const before = waiting.get(connection);
      if (before) before.push(packet);
      else {
        waiting.set(connection, [packet]);
        // After everything that this turn's promises still have to say.
        process.nextTick(flushNow);
      }
      return connection;
    };
    connection.close = (discard) => {
      if (discard === true) waiting.delete(connection);
      else flushNow();
      close(discard);
    };
  });
}

/** The socket under a connection on which a whole frame may be written now; undefined: the usual way. */
function openSocketOf(connection: Connection): NetSocket | undefined {
  const { writeBuffer, upgrading, transport } = connection as unknown as Insides;
  const isUsual = connection.readyState !== 'open' || upgrading !== false || writeBuffer?.length !== 0;
  if (isUsual || transport.name !== 'websocket' || !transport.writable) return undefined;
  const socket = transport.socket?._socket;
  return socket?.writable && socket.writableLength === 0 ? socket : undefined;
}

/** The packet as one websocket frame; undefined when it is too long for the short forms. */
function frameOf({ text, options }: Waiting): Buffer | undefined {
  const pieces = options?.wsPreEncodedFrame;
  if (options && pieces) return (options.wholeFrame ??= Buffer.concat(pieces));
  const length = Buffer.byteLength(text) + MESSAGE.length;
  if (length > TWO_BYTES_MAX) return undefined;
  const start = length <= SHORT_MAX ? 2 : 4;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = TEXT_FRAME;
  frame[1] = length <= SHORT_MAX ? length : TWO_BYTES_FOLLOW;
  if (start === 4) frame.writeUInt16BE(length, 2);
  frame.write(MESSAGE + text, start);
  return frame;
}
