import { createShardedAdapter } from '@socket.io/redis-adapter';
import type { FastifyBaseLogger } from 'fastify';
import type { RedisConnection } from './redis';
import { DomainError } from '#server/domainError';
import type { AppSocket } from './eventHandlers';
import { type Io, openSockets } from './rooms';

/** While Redis is unavailable, sockets learn of changes in other processes by this check. */
const RECHECK_INTERVAL_MS = 1_000;
/** After an outage the clients reconnect spread over this time. */
const RECONNECT_SPREAD_MS = 3_000;

interface AdapterDeps {
  log: FastifyBaseLogger;
  /** Delivers the stored alerts of a user to one device, or to all. */
  sendWaiting(userId: string, deviceId?: string): Promise<void>;
  /** Checks token and rooms of a socket. @throws DomainError when the token is no longer valid */
  recheck(socket: AppSocket): Promise<void>;
}

/**
 * Connects the rooms of all processes that share a Redis (docs/decisions/redis.md).
 *
 * While Redis is unavailable, each process serves its own clients: events reach the clients of the same process, and a
 * periodic check finds members who were removed or signed out elsewhere, and alerts. Events between it and other processes
 * are lost, so once Redis is back it closes its connections, and the others close theirs, which may have had Redis all the
 * time: the clients reconnect and fetch what they missed.
 */
export function connectProcesses(io: Io, redis: RedisConnection, deps: AdapterDeps): void {
  const { log } = deps;
  const inBackground = (work: Promise<void>, message: string): void => {
    work.catch((error: unknown) => log.error({ err: error }, message));
  };
  io.adapter(
    createShardedAdapter(publishingClient(redis), subscribingClient(redis), { channelPrefix: 'kinmap' }),
  );
  io.on('alerts:wait', (userIds) => {
    for (const userId of userIds) {
      if (openSockets(io, userId).length > 0)
        inBackground(deps.sendWaiting(userId), 'alerts stored by another process are not delivered yet');
    }
  });
  io.on('events:lost', () => {
    log.warn('Another process had no Redis: closing connections so that clients fetch what they missed');
    reconnectAll(io);
  });
  let timer: NodeJS.Timeout | undefined;
  const scheduleRecheck = (): void => {
    clearTimeout(timer);
    if (redis.isUp()) return;
    timer = setTimeout(() => {
      inBackground(recheckAll(io, redis, deps).finally(scheduleRecheck), 'the sockets could not be checked');
    }, RECHECK_INTERVAL_MS).unref();
  };
  redis.onChange((isUp, reason) => {
    clearTimeout(timer);
    if (isUp) {
      log.warn('Redis is available again: closing connections so that clients fetch what they missed');
      reconnectAll(io);
      io.serverSideEmit('events:lost');
    } else {
      log.error({ err: reason }, 'Redis is unavailable: this process serves only its own clients');
      scheduleRecheck();
    }
  });
  if (redis.isUp()) return;
  log.error('Redis is unavailable: this process serves only its own clients');
  scheduleRecheck();
}

/** The part of a Redis client that the adapter publishes with. It does not wait for Redis. */
function publishingClient(redis: RedisConnection): object {
  return {
    sSubscribe: () => undefined,
    sPublish(channel: string, message: string): Promise<number> {
      redis.publish(channel, message);
      return Promise.resolve(0);
    },
    sendCommand: (args: string[]) => redis.run((client) => client.sendCommand(args)),
  };
}

/** The part of a Redis client that the adapter subscribes with. */
function subscribingClient(redis: RedisConnection): object {
  return { sSubscribe: redis.subscribe, sUnsubscribe: redis.unsubscribe };
}

/** One after the other, to spare the database. */
async function recheckAll(
  io: Io,
  redis: RedisConnection,
  { recheck, sendWaiting }: AdapterDeps,
): Promise<void> {
  for (const socket of io.of('/').sockets.values()) {
    if (redis.isUp()) return;
    try {
      await recheck(socket);
      // Such as an SOS that another process has stored.
      await sendWaiting(socket.data.userId, socket.data.deviceId);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      socket.conn.close();
    }
  }
}

function reconnectAll(io: Io): void {
  for (const socket of io.of('/').sockets.values())
    setTimeout(() => socket.conn.close(), Math.random() * RECONNECT_SPREAD_MS).unref();
}
