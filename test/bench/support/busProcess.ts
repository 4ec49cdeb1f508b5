/**
 * One of two servers that are joined in the way of the first argument, for the bench of it. Arguments: the way, the
 * address of Redis.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdapter } from '@socket.io/redis-adapter';
import { createAdapter as createStreamsAdapter } from '@socket.io/redis-streams-adapter';
import Fastify from 'fastify';
import { createClient } from 'redis';
import { Server } from 'socket.io';
import { openBus } from '#server/sockets/redis';
import { joinProcesses } from '#server/sockets/redisAdapter';
import { startProfile } from '../frame/profile';
import type { BusAnswer, BusQuestion, BusWay } from './busTypes';

const [way, redisUrl = ''] = process.argv.slice(2);
const http = createServer();
const io = new Server(http, { perMessageDeflate: false, serveClient: false });
io.on('connection', (socket) => void socket.join(String(socket.handshake.auth['room'])));

const ways: Record<BusWay, () => Promise<void>> = {
  async sharded() {
    joinProcesses(io, await openBus(redisUrl), {
      log: Fastify({ logger: false }).log,
      sendWaiting: async () => undefined,
      reexamine: async () => undefined,
    });
  },
  async pubSub() {
    const [asking, listening] = [createClient({ url: redisUrl }), createClient({ url: redisUrl })];
    await Promise.all([asking.connect(), listening.connect()]);
    io.adapter(createAdapter(asking, listening));
  },
  async streams() {
    const client = createClient({ url: redisUrl });
    await client.connect();
    io.adapter(createStreamsAdapter(client));
  },
  none: async () => undefined,
};

const say = (message: BusAnswer): void => void process.send?.(message);

/** Says something to one room after the other, at a rate. */
function speak({ rooms, rate, seconds }: Extract<BusQuestion, { ask: 'speak' }>): void {
  const start = performance.now();
  let said = 0;
  const timer = setInterval(() => {
    const elapsed = Math.min(seconds, (performance.now() - start) / 1_000);
    for (; said < elapsed * rate; said += 1)
      io.to(`family:${said % rooms}`).emit('location:updated', {
        userId: `person-${said}`,
        latitude: 46.05,
        longitude: 14.5,
        accuracy: 8,
        timestamp: '2026-05-17T10:00:00.000Z',
      });
    if (elapsed < seconds) return;
    clearInterval(timer);
    say({ said });
  }, 2);
}

let stopProfile: (() => Promise<void>) | undefined;

async function answer(question: BusQuestion): Promise<void> {
  if (question.ask === 'speak') return speak(question);
  if (question.ask === 'profile') stopProfile = await startProfile(question.to);
  if (question.ask === 'profiled') await stopProfile?.();
  const { user, system } = process.cpuUsage();
  say({ cpuMicroseconds: user + system });
}

process.on('message', (question: BusQuestion) => void answer(question));
process.once('disconnect', () => process.exit(0));
await ways[way as BusWay]();
http.listen(0, '127.0.0.1', () => say({ port: (http.address() as AddressInfo).port }));
