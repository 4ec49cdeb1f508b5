import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';

/** A push service as Firefox expects it: a WebSocket towards the browser, RFC 8030 towards the sender. */
export interface Autopush {
  /** Of the endpoints. */
  readonly origin: string;
  /** For the preference `dom.push.serverURL`. */
  readonly browserUrl: string;
  close(): Promise<void>;
}

/** A message of the browser. */
interface BrowserMessage {
  messageType?: string;
  uaid?: string;
  channelID?: string;
}

/** Starts the push service. Channels of browsers that unsubscribe are gone: 410. */
export async function startAutopush(): Promise<Autopush> {
  const channels = new Map<string, WebSocket>();
  const server = createServer((request, response) => {
    void passOn(request, response, channels).catch(() => response.writeHead(500).end());
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) =>
    socket.on('message', (data: Buffer) => answer(socket, data.toString(), channels, originOf(server))),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = originOf(server);
  return {
    origin,
    browserUrl: `${origin.replace('http', 'ws')}/`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const originOf = (server: { address(): unknown }) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Answers the browser's side of the protocol. */
function answer(socket: WebSocket, text: string, channels: Map<string, WebSocket>, origin: string): void {
  const { messageType, uaid, channelID = '' } = JSON.parse(text) as BrowserMessage;
  const say = (message: object) => socket.send(JSON.stringify({ messageType, status: 200, ...message }));
  switch (messageType) {
    case 'hello':
      return say({ uaid: uaid || randomUUID().replaceAll('-', ''), use_webpush: true, broadcasts: {} });
    case 'register':
      channels.set(channelID, socket);
      return say({ channelID, pushEndpoint: `${origin}/wpush/v2/${channelID}` });
    case 'unregister':
      channels.delete(channelID);
      return say({ channelID });
    case undefined:
      // A ping.
      return socket.send('{}');
  }
}

/** Passes a sender's push on to the browser, which decrypts it. */
async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  channels: Map<string, WebSocket>,
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const channelID = request.url?.split('/').at(-1) ?? '';
  const socket = channels.get(channelID);
  if (!socket) return void response.writeHead(410).end();
  const { ttl, 'content-encoding': encoding } = request.headers;
  socket.send(
    JSON.stringify({
      messageType: 'notification',
      channelID,
      version: randomUUID(),
      ttl: Number(ttl),
      data: Buffer.concat(parts).toString('base64url'),
      headers: { encoding },
    }),
  );
  response.writeHead(201, { location: `/m/${randomUUID()}` }).end();
}
