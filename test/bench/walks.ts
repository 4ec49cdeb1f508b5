import type { Bench, Case, Contestant } from './frame/bench';
import { percentile, randomness } from './frame/statistics';
import { INDOORS, OPEN, type Reception, SEED, receiver } from './support/reception';
import { fenceOf, ours, plain } from './support/watchers';

const WALKS = 1_000;
const STEP_S = 10;
const SPEED_M_S = 1.4;
const START_M = -400;

/** Where somebody is who walks in from 400 m away, stays in the middle and walks out again, in metres. */
function walkedTo(second: number, stay: number): number {
  const arrival = -START_M / SPEED_M_S;
  if (second < arrival) return START_M + SPEED_M_S * second;
  return Math.max(0, SPEED_M_S * (second - arrival - stay));
}

/** One walk. @returns the seconds at which events came */
function heardOn(
  make: typeof ours,
  reception: Reception,
  radius: number,
  stay: number,
  random: () => number,
) {
  const watch = make(fenceOf(radius));
  const receive = receiver(reception, random);
  const heard: Record<'entered' | 'exited', number[]> = { entered: [], exited: [] };
  const end = (-2 * START_M) / SPEED_M_S + stay;
  for (let second = random() * STEP_S; second < end; second += STEP_S) {
    const event = watch(receive(walkedTo(second, stay), 0, Math.round(second * 1_000)));
    if (event !== null) heard[event].push(second);
  }
  return heard;
}

/** @param stay seconds in the middle */
function walking(title: string, radius: number, stay: number, reception: Reception): Case {
  const crossedIn = (-START_M - radius) / SPEED_M_S;
  const crossedOut = (-START_M + radius) / SPEED_M_S + stay;
  const contestant = (name: string, make: typeof ours): Contestant => ({
    name,
    measure() {
      const random = randomness(SEED);
      const [enter, exit]: [number[], number[]] = [[], []];
      let repeated = 0;
      for (let walk = 0; walk < WALKS; walk += 1) {
        const { entered, exited } = heardOn(make, reception, radius, stay, random);
        if (entered.length > 1 || exited.length > 1) repeated += 1;
        const [first, last] = [entered[0], exited.at(-1)];
        if (first === undefined || last === undefined) continue;
        enter.push(first - crossedIn);
        exit.push(last - crossedOut);
      }
      return {
        enter50: percentile(enter, 0.5),
        enter95: percentile(enter, 0.95),
        exit50: percentile(exit, 0.5),
        exit95: percentile(exit, 0.95),
        missed: WALKS - enter.length,
        repeated,
      };
    },
  });
  return { title, ours: contestant('ours', ours), references: [contestant('plain d ≤ r', plain)] };
}

/** How quick the judgement of geofences is, and what it misses. */
export const bench: Bench = {
  title: 'Entries and exits told',
  about: `${WALKS.toLocaleString('en')} seeded walks at ${SPEED_M_S} m/s with a fix every ${STEP_S} s: seconds after the border was really crossed. Goal in the open: entries within 30 s and exits within 50 s in 95 of 100 walks, none missed.`,
  figures: {
    enter50: { title: 'entry, median s' },
    enter95: { title: 'entry p95 s' },
    exit50: { title: 'exit, median s' },
    exit95: { title: 'exit p95 s' },
    missed: { title: 'walks missed' },
    repeated: { title: 'walks told twice' },
  },
  runs: 1,
  cases: () => [
    walking('through 100 m, in the open', 100, 0, OPEN),
    walking('through 50 m, in the open', 50, 0, OPEN),
    walking('5 min in 100 m, indoors', 100, 300, INDOORS),
    walking('5 min in 50 m, indoors', 50, 300, INDOORS),
    walking('through 100 m, indoors', 100, 0, INDOORS),
    walking('through 50 m, indoors', 50, 0, INDOORS),
  ],
};
