import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { startOwnRedis, type OwnRedis } from '../support/stores';
import type { Bench, Contestant, Figures, Measurement } from './frame/bench';
import type { BusAnswer, BusQuestion, BusWay } from './support/busTypes';
import { cpuOf } from './support/cpuOf';
import { hear } from './support/hear';
import { kept } from './support/kept';

const PROGRAM = join(import.meta.dirname, 'support/busProcess.ts');
const [ROOMS, LISTENERS, RATE] = [100, 4, 1_000];
const WARM_SECONDS = 3;
const MEASURED_SECONDS = 1;
const HEARD_WITHIN_MS = 20_000;

let redis: OwnRedis | undefined;

class JoinedProcess {
  readonly #child: ChildProcess;

  constructor(way: BusWay, redisUrl: string) {
    this.#child = fork(PROGRAM, [way, redisUrl], { execArgv: ['--import', 'tsx'] });
  }

  hear(): Promise<BusAnswer> {
    return hear(this.#child, PROGRAM);
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

/** Two processes joined in one way, and who listens at the second of them. */
interface Pair {
  readonly processes: readonly [one: JoinedProcess, two: JoinedProcess];
  readonly sockets: readonly Socket[];
  /** The first tells the rooms of the second. @returns how many deliveries came of it, once all are there */
  speak(seconds: number): Promise<number>;
}
const pairs = kept(pairOf, ({ sockets, processes }) => {
  for (const socket of sockets) socket.close();
  for (const joined of processes) joined.end();
});

async function pairOf(way: BusWay): Promise<Pair> {
  redis ??= await startOwnRedis();
  const processes = [new JoinedProcess(way, redis.url), new JoinedProcess(way, redis.url)] as const;
  const [one, two] = processes;
  const [, { port = 0 }] = await Promise.all([one.hear(), two.hear()]);
  let deliveries = 0;
  const sockets = await listeners(port, () => (deliveries += 1));
  const speak = async (seconds: number): Promise<number> => {
    deliveries = 0;
    const { said = 0 } = await speakerOf(way, processes).ask({
      ask: 'speak',
      rooms: ROOMS,
      rate: RATE,
      seconds,
    });
    const expected = said * LISTENERS;
    const latest = performance.now() + HEARD_WITHIN_MS;
    const isOver = (): boolean => deliveries >= expected || performance.now() >= latest;
    while (!isOver()) await wait(20);
    if (deliveries !== expected) throw new Error(`${deliveries} deliveries of ${expected} arrived`);
    return deliveries;
  };
  await speak(WARM_SECONDS);
  return { processes, sockets, speak };
}

/** Without a bus the family is where it speaks. */
const speakerOf = (way: BusWay, [one, two]: Pair['processes']): JoinedProcess => (way === 'none' ? two : one);

async function measured(way: BusWay, { profileTo }: Measurement): Promise<Figures> {
  const { processes, speak } = await pairs.of(way);
  const speaker = speakerOf(way, processes);
  const used = async (): Promise<number[]> => [
    await processes[0].cpu(),
    await processes[1].cpu(),
    cpuOf(redis?.pid() ?? 0),
  ];
  if (profileTo) await speaker.ask({ ask: 'profile', to: profileTo });
  const before = await used();
  const deliveries = await speak(MEASURED_SECONDS);
  const after = await used();
  if (profileTo) await speaker.ask({ ask: 'profiled' });
  const [first = 0, second = 0, ofRedis = 0] = after.map(
    (value, index) => (value - (before[index] ?? 0)) / deliveries,
  );
  return { processes: first + second, redis: ofRedis, all: first + second + ofRedis };
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
  runs: 31,
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
    await pairs.end();
    await redis?.stop();
    redis = undefined;
  },
};
