import { type Socket, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '../frame/statistics';
import type { LoadedServer } from './load';

/** A request as it goes over the wire. */
export function rawRequest(method: string, path: string, body: object, token?: string): Buffer {
  const text = JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`);
}

export interface HttpFigures {
  /** Answers of 2xx in a second. */
  readonly rate: number;
  /** Other answers in a second. */
  readonly refused: number;
  readonly p50: number;
  readonly p99: number;
  /** Of the server, in microseconds for each answer of 2xx. */
  readonly cpu: number;
  /** How late the turns of the server's event loop came, 99 in 100, milliseconds. */
  readonly lag: number;
}

export interface LoadTimes {
  readonly settleMs: number;
  readonly measuredMs: number;
  /** Between an answer and the next request of the same connection. */
  readonly pauseMs?: number;
}

/** Answers since the last reset. */
interface Tally {
  latencies: number[];
  refused: number;
}

/**
 * Keeps one request after the other on the way over each of so many connections, with as little work of its own as can
 * be, and closes them. @param request the next one, of the connection with this number
 */
export async function httpLoad(
  server: LoadedServer,
  connections: number,
  request: (connection: number) => Buffer,
  { settleMs, measuredMs, pauseMs = 0 }: LoadTimes,
  profileTo?: string,
): Promise<HttpFigures> {
  const tally: Tally = { latencies: [], refused: 0 };
  const sockets = await Promise.all(
    Array.from({ length: connections }, (_, number) =>
      open(server.port, () => request(number), tally, pauseMs),
    ),
  );
  await wait(settleMs);
  if (profileTo) await server.ask({ ask: 'profile', to: profileTo });
  const before = await server.ask({ ask: 'figures' });
  [tally.latencies, tally.refused] = [[], 0];
  const start = performance.now();
  await wait(measuredMs);
  const seconds = (performance.now() - start) / 1_000;
  const { latencies, refused } = tally;
  const after = await server.ask({ ask: 'figures' });
  if (profileTo) await server.ask({ ask: 'profiled' });
  for (const socket of sockets) socket.destroy();
  return {
    rate: latencies.length / seconds,
    refused: refused / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpu: ((after.cpuMicroseconds ?? 0) - (before.cpuMicroseconds ?? 0)) / latencies.length,
    lag: after.lagP99Ms ?? Number.NaN,
  };
}

function open(port: number, next: () => Buffer, tally: Tally, pauseMs: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let sentAt = 0;
  let pending = '';
  const send = (): void => {
    if (socket.destroyed) return;
    sentAt = performance.now();
    socket.write(next());
  };
  socket.on('data', (part: Buffer) => {
    pending += part.toString('latin1');
    const end = pending.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/content-length: (\d+)/iu.exec(pending)?.[1] ?? 0);
    if (pending.length < end + 4 + length) return;
    if (pending.startsWith('HTTP/1.1 2')) tally.latencies.push(performance.now() - sentAt);
    else tally.refused += 1;
    pending = '';
    if (pauseMs > 0) setTimeout(send, pauseMs);
    else send();
  });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('connect', () => {
      send();
      resolve(socket);
    });
  });
}
