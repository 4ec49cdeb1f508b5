/**
 * A server for load, in a process of its own, that tells its parent how it fares. Arguments: which one, and the size of
 * the town as JSON.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import Fastify from 'fastify';
import { Server } from 'socket.io';
import { type WebSocket, WebSocketServer } from 'ws';
import { buildApp } from '#server/app';
import { systemClock, uuids } from '#server/clock';
import { readConfig } from '#server/config';
import { openSqlite } from '#server/db/sqlite';
import { argon2Hasher } from '#server/features/session/passwords';
import { startProfile } from '../frame/profile';
import type { Answer, Question, ServerKind } from './serverTypes';
import { goThePlainWay } from './plainWay';
import { type Citizen, PASSWORD, SECRET, type TownSize, settle } from './town';

const [kind, sizeText] = process.argv.slice(2);
const size = JSON.parse(sizeText ?? '{}') as TownSize;

/** Nothing stored, nothing checked: what the reference would cost if it did no work at all. */
function nobody(): Citizen[] {
  return Array.from({ length: size.families * size.members }, (_, number) => ({
    id: `${number}`,
    familyId: `${Math.floor(number / size.members)}`,
    token: `${Math.floor(number / size.members)} ${number}`,
  }));
}

interface Fix {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracy: number;
  readonly timestamp: string;
}

async function product() {
  const folder = mkdtempSync(join(tmpdir(), 'kinmap-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const settings = readConfig({ DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' });
  if ('problems' in settings) throw new Error(settings.problems.join('\n'));
  const database = await openSqlite(folder);
  const citizens = await settle(database, size, await argon2Hasher().hash(PASSWORD));
  const app = await buildApp({
    config: settings.config,
    database,
    secret: SECRET,
    clock: systemClock,
    ids: uuids,
    passwords: argon2Hasher(),
    clientDirectory: join(process.cwd(), 'src/client'),
    logTo: process.stderr,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { citizens, port: (app.server.address() as AddressInfo).port };
}

/** The same events and bodies, with nothing behind them. */
async function bareSocketIo() {
  const http = createServer();
  const io = new Server(http, { perMessageDeflate: false, serveClient: false });
  io.on('connection', (socket) => {
    const [familyId = '', userId = ''] = String(socket.handshake.auth['token']).split(' ');
    void socket.join(familyId);
    socket.on('location:update', (fix: Fix, acknowledge: (ack: object) => void) => {
      socket.to(familyId).emit('location:updated', { userId, ...fix });
      acknowledge({ ok: true });
    });
  });
  return listening(http);
}

/** The product's work, done one fix after the other. */
async function plain() {
  const http = createServer();
  goThePlainWay(new Server(http, { perMessageDeflate: false, serveClient: false }), size.fences);
  return listening(http);
}

async function bareWs() {
  const http = createServer();
  const rooms = new Map<string, Set<WebSocket>>();
  new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', (socket) => {
    let room: Set<WebSocket> | undefined;
    let userId = '';
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (!room) {
        const [familyId = '', id = ''] = text.split(' ');
        room = rooms.get(familyId) ?? new Set();
        rooms.set(familyId, room.add(socket));
        userId = id;
        return socket.send('in');
      }
      const start = text.indexOf('[');
      const [, fix] = JSON.parse(text.slice(start)) as [string, Fix];
      const told = `42${JSON.stringify(['location:updated', { userId, ...fix }])}`;
      for (const other of room) if (other !== socket) other.send(told);
      socket.send(`43${text.slice(2, start)}[{"ok":true}]`);
    });
  });
  return listening(http);
}

/** Takes JSON, answers JSON. */
async function bareFastify() {
  const app = Fastify({ logger: false });
  app.post('/api/locations', async () => ({ stored: 1 }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { citizens: nobody(), port: (app.server.address() as AddressInfo).port };
}

/** Compares a password again and again, as many at a time as the town has members in a family. */
async function verifyFor(milliseconds: number): Promise<Pick<Answer, 'verified' | 'seconds'>> {
  const hasher = argon2Hasher();
  const stored = await hasher.hash(PASSWORD);
  const start = performance.now();
  const verifyOn = async (): Promise<number> => {
    let verified = 0;
    for (; performance.now() - start < milliseconds; verified += 1)
      if (!(await hasher.verify(stored, PASSWORD))) throw new Error('wrong');
    return verified;
  };
  const counts = await Promise.all(Array.from({ length: size.members }, verifyOn));
  return {
    verified: counts.reduce((sum, count) => sum + count, 0),
    seconds: (performance.now() - start) / 1_000,
  };
}

async function listening(http: ReturnType<typeof createServer>) {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return { citizens: nobody(), port: (http.address() as AddressInfo).port };
}

const kinds: Record<ServerKind, () => Promise<{ citizens: Citizen[]; port: number }>> = {
  product,
  plain,
  socketio: bareSocketIo,
  ws: bareWs,
  fastify: bareFastify,
  argon2: async () => ({ citizens: [], port: 0 }),
};

const say = (message: Answer): void => void process.send?.(message);
const RESOLUTION_MS = 5;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();
let stopProfile: (() => Promise<void>) | undefined;

async function answer(question: Question): Promise<void> {
  if (question.ask === 'profile') stopProfile = await startProfile(question.to);
  if (question.ask === 'profiled') await stopProfile?.();
  if (question.ask === 'end') process.exit(0);
  if (question.ask === 'memory') globalThis.gc?.();
  const comparing = question.ask === 'verify' ? await verifyFor(question.milliseconds) : {};
  const { user, system } = process.cpuUsage();
  const lagP99Ms = Math.max(0, delays.percentile(99) / 1e6 - RESOLUTION_MS);
  delays.reset();
  const { rss, heapTotal, heapUsed } = process.memoryUsage();
  const memory = { heapBytes: heapUsed, outsideBytes: rss - heapTotal };
  say({ cpuMicroseconds: user + system, ...memory, lagP99Ms, ...comparing });
}

process.on('message', (question: Question) => void answer(question));
process.once('disconnect', () => process.exit(0));
say({ ready: await kinds[kind as ServerKind]() });
