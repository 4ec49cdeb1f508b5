/** A server under load, in a process of its own. Arguments: its kind, and the size of the town as JSON. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { Server } from 'socket.io';
import { buildApp } from '#server/app';
import { systemClock, uuids } from '#server/clock';
import { readConfig } from '#server/config';
import { openSqlite } from '#server/db/sqlite';
import { argon2Hasher } from '#server/features/session/passwords';
import { startProfile } from '../frame/profile';
import type { Answer, Question, ServerKind } from './loadServer';
import { handleOneByOne } from './plainServer';
import { SECRET, type TestMember, type TownSize, createTown } from './town';

const [kind, sizeText] = process.argv.slice(2);
const size = JSON.parse(sizeText ?? '{}') as TownSize;

async function product() {
  const folder = mkdtempSync(join(tmpdir(), 'kinmap-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const settings = readConfig({ DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' });
  if ('problems' in settings) throw new Error(settings.problems.join('\n'));
  const database = await openSqlite(folder);
  const members = await createTown(database, size);
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
  return { members, port: (app.server.address() as AddressInfo).port };
}

/** Members of a server that checks no token: the token names the family and the member. */
function anonymousMembers(): TestMember[] {
  return Array.from({ length: size.families * size.members }, (_, number) => {
    const familyId = `${Math.floor(number / size.members)}`;
    return { id: `${number}`, familyId, token: `${familyId} ${number}` };
  });
}

async function listen(http: ReturnType<typeof createServer>) {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return { members: anonymousMembers(), port: (http.address() as AddressInfo).port };
}

/** Delivers and acknowledges the same events, and does nothing else. */
async function bareSocketIo() {
  const http = createServer();
  const io = new Server(http, { perMessageDeflate: false, serveClient: false });
  io.on('connection', (socket) => {
    const [familyId = '', userId = ''] = String(socket.handshake.auth['token']).split(' ');
    void socket.join(familyId);
    socket.on('location:update', (fix: object, acknowledge: (ack: object) => void) => {
      socket.to(familyId).emit('location:updated', { userId, ...fix });
      acknowledge({ ok: true });
    });
  });
  return listen(http);
}

async function plain() {
  const http = createServer();
  handleOneByOne(new Server(http, { perMessageDeflate: false, serveClient: false }), size.fences);
  return listen(http);
}

/** Takes JSON and answers JSON. */
async function bareFastify() {
  const app = Fastify({ logger: false });
  app.post('/api/locations', async () => ({ stored: 1 }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { members: anonymousMembers(), port: (app.server.address() as AddressInfo).port };
}

const kinds: Record<ServerKind, () => Promise<{ members: TestMember[]; port: number }>> = {
  product,
  plain,
  socketio: bareSocketIo,
  fastify: bareFastify,
};

const reply = (answer: Answer): void => void process.send?.(answer);
let stopProfile: (() => Promise<void>) | undefined;

async function handleQuestion(question: Question): Promise<void> {
  if (question.ask === 'startProfile') stopProfile = await startProfile(question.to);
  if (question.ask === 'stopProfile') await stopProfile?.();
  const { user, system } = process.cpuUsage();
  reply({ cpuMicroseconds: user + system });
}

process.on('message', (question: Question) => void handleQuestion(question));
process.once('disconnect', () => process.exit(0));
reply({ ready: await kinds[kind as ServerKind]() });
