import { connect } from 'node:net';

/** A WebSocket of a phone that says and hears short texts. */
export interface BareSocket {
  send(text: string): void;
}

/** Any: the server does not remember it. */
const KEY = 'a2lubWFwIGlzIGEgbWFwIQ==';
const [TEXT, CLOSE] = [1, 8];

/** What happens to it. */
export interface BareSocketEvents {
  opened(): void;
  heard(text: string): void;
  failed(error: Error): void;
}

/**
 * Opens a WebSocket that does as little as it can: clients of a bench share the machine with the server. It knows texts
 * that come in one frame and are shorter than 64 kB, and neither pings of the protocol nor compression.
 */
export function openBareSocket(
  port: number,
  path: string,
  { opened, heard, failed }: BareSocketEvents,
): BareSocket {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let rest: Buffer = Buffer.alloc(0);
  const take = (part: Buffer): void => {
    const all = rest.length > 0 ? Buffer.concat([rest, part]) : part;
    let at = 0;
    for (let frame = frameAt(all, at); frame; frame = frameAt(all, at)) {
      at = frame.end;
      if (frame.kind === TEXT) heard(all.toString('latin1', frame.start, frame.end));
      if (frame.kind === CLOSE) failed(new Error('The server has closed'));
    }
    rest = all.subarray(at);
  };
  const headers = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13';
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\nSec-WebSocket-Key: ${KEY}\r\n\r\n`);
  socket.once('error', failed);
  socket.once('data', (answer: Buffer) => {
    const end = answer.indexOf('\r\n\r\n');
    if (!answer.toString('latin1', 0, end).includes(' 101 ')) return failed(new Error(answer.toString()));
    socket.on('data', take);
    opened();
    return take(answer.subarray(end + 4));
  });
  return { send: (text) => void socket.write(frameOf(text)) };
}

/** The whole frame that begins here, if it has come. */
function frameAt(all: Buffer, at: number): { kind: number; start: number; end: number } | undefined {
  if (all.length < at + 2) return undefined;
  const kind = (all[at] ?? 0) & 0xf;
  const short = (all[at + 1] ?? 0) & 0x7f;
  if (short === 127) throw new Error('A text of 64 kB and more');
  if (short === 126 && all.length < at + 4) return undefined;
  const start = at + (short === 126 ? 4 : 2);
  const end = start + (short === 126 ? all.readUInt16BE(at + 2) : short);
  return end > all.length ? undefined : { kind, start, end };
}

/** Masked with zeros, which leave the text as it is. */
function frameOf(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? [0x81, 0x80 | length] : [0x81, 0xfe, length >> 8, length & 0xff];
  const frame = Buffer.alloc(head.length + 4 + length);
  frame.set(head);
  frame.write(text, head.length + 4);
  return frame;
}
