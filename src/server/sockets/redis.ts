import { setTimeout as wait } from 'node:timers/promises';
import { type RedisClientType, createClient } from 'redis';

type Client = RedisClientType;

/** The connection that several processes share. It can be lost at any time; the process works without it. */
export interface RedisConnection {
  /** False while Redis does not answer. */
  isUp(): boolean;
  /** Runs a command. Rejects soon when Redis is unavailable, so that the caller can do without. */
  run<Answer>(command: (client: Client) => Promise<Answer>): Promise<Answer>;
  /** Publishes on a channel. The message is lost while Redis is unavailable. */
  publish(channel: string, message: string): void;
  /** Subscribes to a channel, also after Redis was unavailable. */
  subscribe(channel: string, onMessage: (message: Buffer, channel: Buffer) => void): void;
  unsubscribe(channel: string | string[]): void;
  /** Calls back when Redis becomes unavailable (with the reason, if known) or available again. */
  onChange(listener: (isUp: boolean, reason?: unknown) => void): void;
  close(): Promise<void>;
}

/** Redis normally answers within a millisecond. */
const COMMAND_TIMEOUT_MS = 500;
/** The ping timeout is longer: after an outage all clients reconnect, which is expensive. */
const PING_INTERVAL_MS = 1_000;
const PING_TIMEOUT_MS = 2_000;
/** A process starts without Redis after this. */
const START_TIMEOUT_MS = 3_000;
/** Further commands fail at once, so that an unresponsive Redis does not fill the memory. */
const MAX_PENDING_COMMANDS = 10_000;

/**
 * Connects to Redis. Resolves when it answers, or after 3 s: without Redis a process serves its own clients.
 * @param url `redis://` or `rediss://`, with the password if there is one
 */
export async function connectRedis(url: string): Promise<RedisConnection> {
  const socket = {
    connectTimeout: START_TIMEOUT_MS,
    reconnectStrategy: (tries: number) => Math.min(tries, 10) * 100,
  };
  const commands: Client = createClient({
    url,
    socket,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_PENDING_COMMANDS,
  });
  // The client repeats its subscriptions after a reconnect.
  const subscriber: Client = createClient({ url, socket });
  const watch = watchHealth(commands, subscriber);
  const run = async <Answer>(command: (client: Client) => Promise<Answer>): Promise<Answer> => {
    if (!watch.isUp()) throw new Error('Redis is unavailable');
    try {
      return await withTimeout(command(commands), COMMAND_TIMEOUT_MS);
    } catch (error) {
      if (!commands.isReady) watch.lost(error);
      throw new Error('A Redis command failed', { cause: error });
    }
  };
  const connected = Promise.all([commands.connect(), subscriber.connect()]).then(() => watch.ping());
  await Promise.race([connected, wait(START_TIMEOUT_MS)]).catch(watch.lost);
  connected.catch(watch.lost);
  return {
    isUp: watch.isUp,
    run,
    publish: (channel, message) =>
      void run((client) => client.sPublish(channel, message)).catch(() => undefined),
    ...subscriptionsOf(subscriber, watch.lost),
    onChange: watch.onChange,
    async close() {
      watch.end();
      for (const client of [commands, subscriber]) if (client.isOpen) client.destroy();
    },
  };
}

/**
 * Changes the subscriptions, those of one channel one after the other. The client would take a channel for subscribed until
 * the answer to its unsubscription has come, and drop a listener that is added before.
 */
function subscriptionsOf(
  subscriber: Client,
  onLost: (reason: unknown) => void,
): Pick<RedisConnection, 'subscribe' | 'unsubscribe'> {
  const changes = new Map<string, Promise<void>>();
  function inTurn(channel: string, change: () => Promise<void>): void {
    const earlier = changes.get(channel);
    const turn = (earlier ? earlier.then(change) : change()).catch(onLost).finally(() => {
      if (changes.get(channel) === turn) changes.delete(channel);
    });
    changes.set(channel, turn);
  }
  return {
    subscribe: (channel, onMessage) => inTurn(channel, () => subscriber.sSubscribe(channel, onMessage, true)),
    unsubscribe(channels) {
      for (const channel of [channels].flat()) inTurn(channel, () => subscriber.sUnsubscribe(channel));
    },
  };
}

async function withTimeout<Answer>(answer: Promise<Answer>, milliseconds: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    // When this process was blocked, the answer has arrived already and is read before the second setImmediate.
    timer = setTimeout(
      () => setImmediate(() => setImmediate(() => reject(new Error('Redis did not answer in time')))),
      milliseconds,
    );
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Pings both connections and reports when Redis becomes unavailable or available. */
function watchHealth(commands: Client, subscriber: Client) {
  const listeners: Parameters<RedisConnection['onChange']>[0][] = [];
  let isUp = false;
  let isEnded = false;
  function lost(reason: unknown): void {
    if (!isUp || isEnded) return;
    isUp = false;
    for (const listener of listeners) listener(false, reason);
  }
  async function ping(): Promise<void> {
    // Without a connection the subscriber would keep each ping and send them all once it has one.
    if (!commands.isReady || !subscriber.isReady) return lost(new Error('Redis is not connected'));
    try {
      await Promise.all([commands, subscriber].map((client) => withTimeout(client.ping(), PING_TIMEOUT_MS)));
    } catch (error) {
      return lost(error);
    }
    if (isUp || isEnded) return;
    isUp = true;
    for (const listener of listeners) listener(true);
  }
  for (const client of [commands, subscriber]) client.on('error', lost);
  let isPinging = false;
  const timer = setInterval(() => {
    if (isPinging) return;
    isPinging = true;
    void ping().finally(() => {
      isPinging = false;
    });
  }, PING_INTERVAL_MS).unref();
  return {
    isUp: () => isUp,
    lost,
    ping,
    onChange: (listener: (typeof listeners)[number]) => void listeners.push(listener),
    end() {
      isEnded = true;
      clearInterval(timer);
    },
  };
}
