import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { startOwnRedis, type OwnRedis } from '../support/stores';
import type { Bench, Contestant, Figures, Measurement } from './frame/bench';
import type { BusAnswer, BusQuestion, BusWay } from './support/busTypes';
import { cpuOf } from './support/cpuOf';

const PROGRAM = join(import.meta.dirname, 'support/busProcess.ts');
const [ROOMS, LISTENERS, RATE] = [100, 4, 1_000];
const WARM_SECONDS = 1;
const MEASURED_SECONDS = 3;
const HEARD_WITHIN_MS = 20_000;

let redis: OwnRedis | undefined;

class JoinedProcess {
  readonly #child: ChildProcess;

  constructor(way: BusWay, redisUrl: string) {
    this.#child = fork(PROGRAM, [way, redisUrl], { execArgv: ['--import', 'tsx'] });
  }

  hear(): Promise<BusAnswer> {
    return new Promise((resolve, reject) => {
      this.#child.once('message', (answer: BusAnswer) => resolve(answer));
      this.#child.once('exit', () => reject(new Error('The process has ended')));
    });
  }

  async ask(question: BusQuestion): Promise<BusAnswer> {
    const answer = this.hear();
    this.#child.send(question);
    return answer;
  }

  async cpu(): Promise<number> {
    return (await this.ask({ ask: 'figures' })).cpuMicroseconds ?? 0;
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }
}

/** Families' other members, all at one process. */
async function listeners(port: number, heard: () => void): Promise<Socket[]> {
  const sockets = Array.from({ length: ROOMS * LISTENERS }, (_, index) =>
    io(`http://127.0.0.1:${port}`, {
      transports: ['websocket'],
      forceNew: true,
      auth: { room: `family:${index % ROOMS}` },
    }).on('location:updated', heard),
  );
  while (!sockets.every(({ connected }) => connected)) await wait(20);
  await wait(300);
  return sockets;
}

async function measured(way: BusWay, { profileTo }: Measurement): Promise<Figures> {
  redis ??= await startOwnRedis();
  const processes = [new JoinedProcess(way, redis.url), new JoinedProcess(way, redis.url)];
  const [one, two] = processes;
  if (!one || !two) throw new Error('no processes');
  const [, { port = 0 }] = await Promise.all([one.hear(), two.hear()]);
  let deliveries = 0;
  const sockets = await listeners(port, () => (deliveries += 1));
  // Without a bus the family is where it speaks.
  const speaker = way === 'none' ? two : one;
  try {
    const allHeard = async (said = 0): Promise<void> => {
      const latest = performance.now() + HEARD_WITHIN_MS;
      const isLate = (): boolean => performance.now() >= latest;
      const hasAll = (): boolean => deliveries >= said * LISTENERS;
      while (!hasAll() && !isLate()) await wait(20);
    };
    const warm = await speaker.ask({ ask: 'speak', rooms: ROOMS, rate: RATE, seconds: WARM_SECONDS });
    await allHeard(warm.said);
    deliveries = 0;
    // Of the one that speaks.
    if (profileTo) await speaker.ask({ ask: 'profile', to: profileTo });
    const before = [await one.cpu(), await two.cpu(), cpuOf(redis.pid())];
    const { said = 0 } = await speaker.ask({
      ask: 'speak',
      rooms: ROOMS,
      rate: RATE,
      seconds: MEASURED_SECONDS,
    });
    await allHeard(said);
    if (profileTo) await speaker.ask({ ask: 'profiled' });
    const after = [await one.cpu(), await two.cpu(), cpuOf(redis.pid())];
    if (deliveries !== said * LISTENERS)
      throw new Error(`${deliveries} deliveries of ${said * LISTENERS} arrived`);
    const [first = 0, second = 0, ofRedis = 0] = after.map(
      (value, index) => (value - (before[index] ?? 0)) / deliveries,
    );
    return { processes: first + second, redis: ofRedis, all: first + second + ofRedis };
  } finally {
    for (const socket of sockets) socket.close();
    for (const joined of processes) joined.end();
  }
}

const contestant = (name: string, way: BusWay): Contestant => ({
  name,
  measure: (measurement) => measured(way, measurement),
});

/** What it costs to tell people who are at another process. */
export const bench: Bench = {
  title: 'Between two processes',
  about: `µs of CPU a delivery: one process says ${RATE} things a second to ${ROOMS} families, of which ${LISTENERS} members each are at the other. "No bus" is a family at the process where it speaks, as the proxy sends it where it can.`,
  figures: {
    processes: { title: 'both processes' },
    redis: { title: 'Redis' },
    all: { title: 'all', compared: 'less is better' },
  },
  profilesItself: true,
  cases: () => [
    {
      title: 'families over two processes',
      ours: contestant('sharded adapter, as in the product', 'sharded'),
      references: [
        contestant('pub/sub adapter', 'pubSub'),
        contestant('streams adapter', 'streams'),
        contestant('no bus', 'none'),
      ],
    },
  ],
  async tearDown() {
    await redis?.stop();
    redis = undefined;
  },
};
