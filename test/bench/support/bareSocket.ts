import { connect } from 'node:net';

/** A WebSocket for short texts. */
export interface BareSocket {
  send(text: string): void;
}

/** Any value: the server does not keep it. */
const KEY = 'a2lubWFwIGlzIGEgbWFwIQ==';
const [TEXT, CLOSE] = [1, 8];

export interface BareSocketEvents {
  received(text: string): void;
  failed(error: Error): void;
}

/**
 * Opens a WebSocket that costs as little as possible, because the clients share the machine with the server. It handles
 * texts below 64 kB in one frame, and neither protocol pings nor compression.
 */
export function openBareSocket(
  port: number,
  path: string,
  { received, failed }: BareSocketEvents,
): BareSocket {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let rest: Buffer = Buffer.alloc(0);
  const receive = (part: Buffer): void => {
    const all = rest.length > 0 ? Buffer.concat([rest, part]) : part;
    let at = 0;
    for (let frame = frameAt(all, at); frame; frame = frameAt(all, at)) {
      at = frame.end;
      if (frame.kind === TEXT) received(all.toString('latin1', frame.start, frame.end));
      if (frame.kind === CLOSE) failed(new Error('The server closed the connection'));
    }
    rest = all.subarray(at);
  };
  const headers = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13';
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\nSec-WebSocket-Key: ${KEY}\r\n\r\n`);
  socket.once('error', failed);
  socket.once('data', (answer: Buffer) => {
    const end = answer.indexOf('\r\n\r\n');
    if (!answer.toString('latin1', 0, end).includes(' 101 ')) return failed(new Error(answer.toString()));
    socket.on('data', receive);
    return receive(answer.subarray(end + 4));
  });
  return { send: (text) => void socket.write(frameOf(text)) };
}

/** The frame that starts at this offset; undefined until all of it has arrived. */
function frameAt(all: Buffer, at: number): { kind: number; start: number; end: number } | undefined {
  if (all.length < at + 2) return undefined;
  const kind = (all[at] ?? 0) & 0xf;
  const short = (all[at + 1] ?? 0) & 0x7f;
  if (short === 127) throw new Error('A text of 64 kB or more');
  if (short === 126 && all.length < at + 4) return undefined;
  const start = at + (short === 126 ? 4 : 2);
  const end = start + (short === 126 ? all.readUInt16BE(at + 2) : short);
  return end > all.length ? undefined : { kind, start, end };
}

/** A frame with a mask of zeros, which leaves the text unchanged. */
function frameOf(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? [0x81, 0x80 | length] : [0x81, 0xfe, length >> 8, length & 0xff];
  const frame = Buffer.alloc(head.length + 4 + length);
  frame.set(head);
  frame.write(text, head.length + 4);
  return frame;
}
