import { type Socket, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Figures } from '../frame/bench';
import { percentile } from '../frame/statistics';
import type { LoadServer } from './loadServer';

/** A POST request as bytes. */
export function rawPost(path: string, body: object, token: string | undefined): Buffer {
  const text = JSON.stringify(body);
  const lines = [
    `POST ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
    `authorization: Bearer ${token}`,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`);
}

interface HttpLoad {
  readonly connections: number;
  readonly settleMs: number;
  readonly measuredMs: number;
  readonly profileTo?: string | undefined;
  /** The next request of the connection with this number. */
  nextRequest(connection: number): Buffer;
}

/** Keeps one request on the way over each connection; any status but 2xx is an error. */
export async function loadOverHttp(server: LoadServer, load: HttpLoad): Promise<Figures> {
  const { connections, settleMs, measuredMs, profileTo, nextRequest } = load;
  const latencies: number[] = [];
  const sockets = await Promise.all(
    Array.from({ length: connections }, (_, number) =>
      openConnection(server.port, () => nextRequest(number), latencies),
    ),
  );
  await wait(settleMs);
  if (profileTo) await server.ask({ ask: 'startProfile', to: profileTo });
  const before = await server.ask({ ask: 'cpu' });
  latencies.length = 0;
  const start = performance.now();
  await wait(measuredMs);
  const seconds = (performance.now() - start) / 1_000;
  const answered = [...latencies];
  const after = await server.ask({ ask: 'cpu' });
  if (profileTo) await server.ask({ ask: 'stopProfile' });
  for (const socket of sockets) socket.destroy();
  return {
    rate: answered.length / seconds,
    cpu: ((after.cpuMicroseconds ?? 0) - (before.cpuMicroseconds ?? 0)) / answered.length,
    p50: percentile(answered, 0.5),
    p99: percentile(answered, 0.99),
  };
}

function openConnection(port: number, next: () => Buffer, latencies: number[]): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let sentAt = 0;
  let received = '';
  const send = (): void => {
    sentAt = performance.now();
    socket.write(next());
  };
  socket.on('data', (part: Buffer) => {
    received += part.toString('latin1');
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/content-length: (\d+)/iu.exec(received)?.[1] ?? 0);
    if (received.length < end + 4 + length) return;
    if (!received.startsWith('HTTP/1.1 2')) throw new Error(received);
    latencies.push(performance.now() - sentAt);
    received = '';
    if (!socket.destroyed) send();
  });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('connect', () => {
      send();
      resolve(socket);
    });
  });
}
