import { setTimeout as wait } from 'node:timers/promises';
import { type RedisClientType, createClient } from 'redis';

type Client = RedisClientType;

/** What joins several processes: Redis, which may go away at any time without taking a process along. */
export interface Bus {
  /** False while Redis does not answer. */
  isUp(): boolean;
  /** Asks Redis something. Rejects soon when it is away: whoever asks needs another way. */
  ask<Answer>(command: (client: Client) => Promise<Answer>): Promise<Answer>;
  /** Says something on a channel. When Redis is away nobody hears it. */
  publish(channel: string, message: string): void;
  /** From now on `hear` gets what is said on a channel, also after Redis has been away. */
  listen(channel: string, hear: (message: Buffer, channel: Buffer) => void): void;
  unlisten(channel: string | string[]): void;
  /**
   * Redis has gone (with the reason, if one is known), or is there again: what was said meanwhile has been heard by nobody
   * elsewhere.
   */
  onChange(listener: (isUp: boolean, reason?: unknown) => void): void;
  close(): Promise<void>;
}

/** Who waits for Redis waits no longer. It answers in a millisecond, or it is in trouble. */
const ANSWER_WITHIN_MS = 500;
/** How often a sign of life is asked for, and how late it may come: going away is dear, because all clients come again. */
const PROBE_EVERY_MS = 1_000;
const LIFE_WITHIN_MS = 2_000;
/** So long a start waits for Redis; then it goes on without. */
const START_PATIENCE_MS = 3_000;
/** More commands under way than this are refused, so that a silent Redis fills no memory. */
const UNDER_WAY_AT_MOST = 10_000;

/**
 * Connects to Redis. Resolves when it is there, or after 3 s when it is not: a process serves its own people without.
 * @param url `redis://` or `rediss://`, with the password if there is one
 */
export async function openBus(url: string): Promise<Bus> {
  const socket = {
    connectTimeout: START_PATIENCE_MS,
    reconnectStrategy: (tries: number) => Math.min(tries, 10) * 100,
  };
  const asking: Client = createClient({
    url,
    socket,
    disableOfflineQueue: true,
    commandsQueueMaxLength: UNDER_WAY_AT_MOST,
  });
  // Its subscriptions wait for Redis and are made again when it returns.
  const listening: Client = createClient({ url, socket });
  const watch = watchLife(asking, listening);
  const ask = async <Answer>(command: (client: Client) => Promise<Answer>): Promise<Answer> => {
    if (!watch.isUp()) throw new Error('Redis is away');
    try {
      return await withinTime(command(asking), ANSWER_WITHIN_MS);
    } catch (error) {
      if (!asking.isReady) watch.lost(error);
      throw new Error('Redis did not answer', { cause: error });
    }
  };
  const connected = Promise.all([asking.connect(), listening.connect()]).then(() => watch.probe());
  await Promise.race([connected, wait(START_PATIENCE_MS)]).catch(watch.lost);
  connected.catch(watch.lost);
  return {
    isUp: watch.isUp,
    ask,
    publish: (channel, message) =>
      void ask((client) => client.sPublish(channel, message)).catch(() => undefined),
    listen: (channel, hear) => void listening.sSubscribe(channel, hear, true).catch(watch.lost),
    unlisten: (channel) => void listening.sUnsubscribe(channel).catch(watch.lost),
    onChange: watch.onChange,
    async close() {
      watch.end();
      for (const client of [asking, listening]) if (client.isOpen) client.destroy();
    },
  };
}

async function withinTime<Answer>(answer: Promise<Answer>, milliseconds: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    // When this process was the slow one, the answer is there already and is read before the next turn.
    timer = setTimeout(
      () => setImmediate(() => setImmediate(() => reject(new Error('no answer in time')))),
      milliseconds,
    );
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Knows whether both connections answer, and tells when that changes. */
function watchLife(asking: Client, listening: Client) {
  const listeners: Parameters<Bus['onChange']>[0][] = [];
  let isUp = false;
  let isEnded = false;
  function lost(reason: unknown): void {
    if (!isUp || isEnded) return;
    isUp = false;
    for (const listener of listeners) listener(false, reason);
  }
  async function probe(): Promise<void> {
    try {
      await Promise.all([asking, listening].map((client) => withinTime(client.ping(), LIFE_WITHIN_MS)));
    } catch (error) {
      return lost(error);
    }
    if (isUp || isEnded) return;
    isUp = true;
    for (const listener of listeners) listener(true);
  }
  for (const client of [asking, listening]) client.on('error', lost);
  let isProbing = false;
  const timer = setInterval(() => {
    if (isProbing) return;
    isProbing = true;
    void probe().finally(() => {
      isProbing = false;
    });
  }, PROBE_EVERY_MS).unref();
  return {
    isUp: () => isUp,
    lost,
    probe,
    onChange: (listener: (typeof listeners)[number]) => void listeners.push(listener),
    end() {
      isEnded = true;
      clearInterval(timer);
    },
  };
}
