/**
 * How quiet and how quick the judgement of geofences is, and what it costs.
 *
 * A simulation with a fixed seed: a fix every 10 s, errors that follow each other as a receiver's do (AR(1)), 5 m in the
 * open and 20 m indoors in each direction, and outliers of 100-400 m that claim 2-10 m. Ours is compared with the plain
 * test whether a fix lies within the radius.
 */
import { performance } from 'node:perf_hooks';
import { EARTH_RADIUS_M } from '../../src/contract/limits';
import { distanceBetween } from '../../src/shared/geo';
import {
  type FenceCircle,
  type FenceState,
  type JudgedFix,
  UNKNOWN_STATE,
  judge,
  staysOutside,
} from '../../src/shared/geofences';

const SEED = 20_240_817;
const STEP_S = 10;
const METRES_PER_DEGREE = (EARTH_RADIUS_M * Math.PI) / 180;
const PLACE = { latitude: 46.05, longitude: 14.5 };
const METRES_PER_DEGREE_EAST = METRES_PER_DEGREE * Math.cos((PLACE.latitude * Math.PI) / 180);

/** Errors in metres in each direction; `memory` is the share of an error that the next one keeps. */
interface Reception {
  readonly sigma: number;
  readonly memory: number;
  /** Claimed accuracy in deviations, give or take a fifth. */
  readonly claim: number;
  /** Share of fixes that are outliers. */
  readonly outliers: number;
}
const OPEN: Reception = { sigma: 5, memory: 0.9, claim: 2, outliers: 0.001 };
const INDOORS: Reception = { sigma: 20, memory: 0.9, claim: 2, outliers: 0.005 };

/** What accuracies mean: phones' own interfaces say 68 %, the W3C's says 95 % of fixes lie within. */
const CLAIM_68 = 1.51;
const CLAIM_95 = 2.45;

/** Mulberry32: small, and the same on every machine. @returns numbers from 0 to 1 */
function randomness(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A normally distributed number of mean 0 and deviation 1 (Box-Muller). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** A receiver: turns where somebody is (metres east and north of the place) into what it reports. */
function receiver({ sigma, memory, claim, outliers }: Reception, random: () => number) {
  const fresh = Math.sqrt(1 - memory * memory) * sigma;
  let east = normal(random) * sigma;
  let north = normal(random) * sigma;
  return (trueEast: number, trueNorth: number, at: number): JudgedFix => {
    east = memory * east + fresh * normal(random);
    north = memory * north + fresh * normal(random);
    if (random() < outliers) {
      const [far, direction] = [100 + 300 * random(), 2 * Math.PI * random()];
      return asFix(
        trueEast + far * Math.cos(direction),
        trueNorth + far * Math.sin(direction),
        2 + 8 * random(),
        at,
      );
    }
    return asFix(trueEast + east, trueNorth + north, claim * sigma * (0.8 + 0.4 * random()), at);
  };
}

function asFix(east: number, north: number, accuracy: number, at: number): JudgedFix {
  return {
    latitude: PLACE.latitude + north / METRES_PER_DEGREE,
    longitude: PLACE.longitude + east / METRES_PER_DEGREE_EAST,
    accuracy,
    at,
  };
}

/** Something that follows fixes and says when somebody has come or gone. */
type Watcher = (fix: JudgedFix) => 'entered' | 'exited' | null;

function ours(fence: FenceCircle): Watcher {
  let state: FenceState = UNKNOWN_STATE;
  return (fix) => {
    const judged = judge(state, fix, fence);
    state = judged.state;
    return judged.event;
  };
}

function plain(fence: FenceCircle): Watcher {
  let wasInside: boolean | null = null;
  return (fix) => {
    const isInside = distanceBetween(fence, fix) <= fence.radius;
    const changed = wasInside !== null && wasInside !== isInside;
    wasInside = isInside;
    return changed ? (isInside ? 'entered' : 'exited') : null;
  };
}

const fenceOf = (radius: number): FenceCircle => ({ ...PLACE, radius, revision: 1 });

/** Events in so many hours of standing still, each of them false. */
function falseEvents(watch: Watcher, reception: Reception, metresFromCentre: number, hours: number): number {
  const receive = receiver(reception, randomness(SEED));
  let count = 0;
  for (let second = 0; second < hours * 3_600; second += STEP_S) {
    if (watch(receive(0, metresFromCentre, second * 1_000)) !== null) count += 1;
  }
  return count;
}

interface Crossings {
  readonly enter: number[];
  readonly exit: number[];
  /** Walks without an entry or without an exit. */
  missed: number;
  /** Walks with more than one of either. */
  repeated: number;
}

/** Where somebody is who walks in from 400 m away, stays in the middle and walks out again, in metres. */
const SPEED_M_S = 1.4;
const START_M = -400;
function walkedTo(second: number, stay: number): number {
  const arrival = -START_M / SPEED_M_S;
  if (second < arrival) return START_M + SPEED_M_S * second;
  return Math.max(0, SPEED_M_S * (second - arrival - stay));
}

/** @param stay seconds in the middle. @returns delays after the border was really crossed, in seconds */
function crossings(
  make: (fence: FenceCircle) => Watcher,
  reception: Reception,
  { radius, stay, walks }: { radius: number; stay: number; walks: number },
): Crossings {
  const random = randomness(SEED);
  const all: Crossings = { enter: [], exit: [], missed: 0, repeated: 0 };
  const middle = -START_M / SPEED_M_S;
  for (let walk = 0; walk < walks; walk += 1) {
    const watch = make(fenceOf(radius));
    const receive = receiver(reception, random);
    const heard: Record<'entered' | 'exited', number[]> = { entered: [], exited: [] };
    for (let second = random() * STEP_S; second < 2 * middle + stay; second += STEP_S) {
      const event = watch(receive(walkedTo(second, stay), 0, Math.round(second * 1_000)));
      if (event !== null) heard[event].push(second);
    }
    const [entered, exited] = [heard.entered[0], heard.exited.at(-1)];
    if (entered === undefined || exited === undefined) all.missed += 1;
    else {
      all.enter.push(entered - (middle - radius / SPEED_M_S));
      all.exit.push(exited - (middle + stay + radius / SPEED_M_S));
    }
    if (heard.entered.length > 1 || heard.exited.length > 1) all.repeated += 1;
  }
  return all;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

function print(...cells: (string | number)[]): void {
  const [first = '', ...rest] = cells.map((cell) =>
    typeof cell === 'number' ? cell.toLocaleString('en') : cell,
  );
  process.stdout.write(`${first.padEnd(38)}${rest.map((cell) => cell.padStart(14)).join('')}\n`);
}

function printStandingStill(): void {
  const hours = 1_000;
  print(
    `False events in ${hours.toLocaleString('en')} h`,
    'plain d <= r',
    'ours',
    'goal',
    'claims 68 %',
    'claims 95 %',
  );
  const cases: [string, number, number, Reception, string][] = [
    ['at the centre of 50 m, indoors', 50, 0, INDOORS, '<= 20'],
    ['on the border of 100 m, indoors', 100, 100, INDOORS, '<= 500'],
    ['40 m outside 100 m, indoors', 100, 140, INDOORS, '-'],
    ['at the centre of 100 m, in the open', 100, 0, OPEN, '-'],
    ['on the border of 100 m, in the open', 100, 100, OPEN, '-'],
  ];
  for (const [name, radius, from, reception, goal] of cases) {
    const fence = fenceOf(radius);
    const count = (watch: Watcher, claim = reception.claim): number =>
      falseEvents(watch, { ...reception, claim }, from, hours);
    const others = [CLAIM_68, CLAIM_95].map((claim) => count(ours(fence), claim));
    print(name, count(plain(fence)), count(ours(fence)), goal, ...others);
  }
}

function printCrossings(): void {
  const walks = 1_000;
  print(
    `\n${walks.toLocaleString('en')} walks at 1.4 m/s`,
    'enter p50 s',
    'p95',
    'exit p50 s',
    'p95',
    'missed',
    'repeated',
  );
  const cases: [string, (fence: FenceCircle) => Watcher, Reception, number, number][] = [
    ['plain, through 100 m, in the open', plain, OPEN, 100, 0],
    ['ours, through 100 m, in the open', ours, OPEN, 100, 0],
    ['  where accuracies claim 68 %', ours, { ...OPEN, claim: CLAIM_68 }, 100, 0],
    ['  where accuracies claim 95 %', ours, { ...OPEN, claim: CLAIM_95 }, 100, 0],
    ['ours, through 50 m, in the open', ours, OPEN, 50, 0],
    ['ours, 5 min in 100 m, indoors', ours, INDOORS, 100, 300],
    ['ours, 5 min in 50 m, indoors', ours, INDOORS, 50, 300],
    ['ours, through 100 m, indoors', ours, INDOORS, 100, 0],
    ['ours, through 50 m, indoors', ours, INDOORS, 50, 0],
  ];
  for (const [name, make, reception, radius, stay] of cases) {
    const { enter, exit, missed, repeated } = crossings(make, reception, { radius, stay, walks });
    const delays = [enter, exit].flatMap((all) => [percentile(all, 0.5), percentile(all, 0.95)]);
    print(name, ...delays.map((delay) => delay.toFixed(0)), missed, repeated);
  }
  print('goal, in the open', '', '<= 30', '', '<= 50', '0', '');
}

/** Fences spread over a town of 20 km. */
function town(count: number): FenceCircle[] {
  const random = randomness(SEED);
  return Array.from({ length: count }, () => ({
    latitude: PLACE.latitude + (random() - 0.5) * 0.18,
    longitude: PLACE.longitude + (random() - 0.5) * 0.26,
    radius: 50 + Math.floor(random() * 150),
    revision: 1,
  }));
}

/** Microseconds a fix: the best of a few rounds, because others use the machine too. */
function microseconds(work: (fix: JudgedFix) => void): number {
  const random = randomness(SEED);
  const fixes = Array.from({ length: 2_000 }, (_, index) =>
    asFix((random() - 0.5) * 20_000, (random() - 0.5) * 20_000, 5 + 30 * random(), index * 10_000),
  );
  let best = Infinity;
  for (let round = 0; round < 12; round += 1) {
    const start = performance.now();
    for (const fix of fixes) work({ ...fix, at: fix.at + round * 20_000_000 });
    best = Math.min(best, performance.now() - start);
  }
  return (best * 1_000) / fixes.length;
}

function printCost(): void {
  print('\nJudging one fix, in µs', 'each measured', 'ours');
  for (const count of [10, 100, 1_000]) {
    const fences = town(count);
    let inside = 0;
    const each = microseconds((fix) => {
      for (const fence of fences) if (distanceBetween(fence, fix) <= fence.radius) inside += 1;
    });
    const states = fences.map(() => UNKNOWN_STATE);
    const judged = microseconds((fix) => {
      for (const [index, fence] of fences.entries()) {
        const state = states[index] ?? UNKNOWN_STATE;
        if (!staysOutside(state, fix, fence)) states[index] = judge(state, fix, fence).state;
      }
    });
    print(
      `${count.toLocaleString('en')} geofences${inside < 0 ? '!' : ''}`,
      each.toFixed(2),
      judged.toFixed(2),
    );
  }
}

printStandingStill();
printCrossings();
printCost();
