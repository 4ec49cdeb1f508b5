import { createShardedAdapter } from '@socket.io/redis-adapter';
import type { FastifyBaseLogger } from 'fastify';
import type { Bus } from './redis';
import { DomainError } from '#server/domainError';
import type { AppSocket } from './eventHandlers';
import { type Io, openSockets } from './publisher';

/** How often everybody's membership and token are looked at while Redis cannot tell of changes. */
const REEXAMINE_EVERY_MS = 1_000;
/** When Redis is back, clients are asked to come again within this time, not all at once. */
const COME_AGAIN_WITHIN_MS = 3_000;

interface JoinDeps {
  log: FastifyBaseLogger;
  /** Sends the alerts that wait for a person. */
  sendWaiting(userId: string): Promise<void>;
  /** Puts a socket into its rooms and no other. @throws DomainError when its token counts no more */
  reexamine(socket: AppSocket): Promise<void>;
}

/**
 * Lets rooms reach over all processes that share a Redis (docs/decisions/redis.md).
 *
 * Without Redis each process serves its own people: what they say reaches the others at it, and who was removed or signed
 * out elsewhere is found by looking. What other processes said meanwhile is lost; so, once Redis is back, connections are
 * closed, and clients come again and fetch what they missed.
 */
export function joinProcesses(io: Io, bus: Bus, deps: JoinDeps): void {
  const { log } = deps;
  const inBackground = (work: Promise<void>, what: string): void => {
    work.catch((error: unknown) => log.error({ err: error }, what));
  };
  io.adapter(createShardedAdapter(asPublisher(bus), asSubscriber(bus), { channelPrefix: 'kinmap' }));
  io.on('alerts:wait', (userIds) => {
    for (const userId of userIds) {
      if (openSockets(io, userId).length > 0)
        inBackground(deps.sendWaiting(userId), 'alerts of another process were not delivered yet');
    }
  });
  let timer: NodeJS.Timeout | undefined;
  const lookAgain = (): void => {
    timer = setTimeout(() => {
      inBackground(reexamineAll(io, bus, deps).finally(lookAgain), 'people could not be looked at again');
    }, REEXAMINE_EVERY_MS).unref();
  };
  bus.onChange((isUp, reason) => {
    clearTimeout(timer);
    if (isUp) {
      log.warn('Redis is back: clients are asked to come again');
      comeAgain(io);
    } else {
      log.error({ err: reason }, 'Redis is away: this process serves its own people only');
      lookAgain();
    }
  });
  if (bus.isUp()) return;
  log.error('Redis is not there: this process serves its own people only');
  lookAgain();
}

/** What the adapter uses of a client that publishes. Nobody's message waits for Redis. */
function asPublisher(bus: Bus): object {
  return {
    sSubscribe: () => undefined,
    sPublish(channel: string, message: string): Promise<number> {
      bus.publish(channel, message);
      return Promise.resolve(0);
    },
    sendCommand: (args: string[]) => bus.ask((redis) => redis.sendCommand(args)),
  };
}

/** What the adapter uses of a client that subscribes. */
function asSubscriber(bus: Bus): object {
  return { sSubscribe: bus.listen, sUnsubscribe: bus.unlisten };
}

/** One after the other: the store has enough to do. */
async function reexamineAll(io: Io, bus: Bus, { reexamine }: JoinDeps): Promise<void> {
  for (const socket of io.of('/').sockets.values()) {
    if (bus.isUp()) return;
    await reexamine(socket).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      socket.conn.close();
    });
  }
}

function comeAgain(io: Io): void {
  for (const socket of io.of('/').sockets.values())
    setTimeout(() => socket.conn.close(), Math.random() * COME_AGAIN_WITHIN_MS).unref();
}
