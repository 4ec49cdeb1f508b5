import type { Bench, Case, Contestant } from './frame/bench';
import { randomness } from './frame/statistics';
import { CLAIM_68, CLAIM_95, INDOORS, OPEN, type Reception, SEED, receiver } from './support/reception';
import { type Watcher, fenceOf, ours, plain } from './support/watchers';

const STEP_S = 10;
const HOURS = 1_000;

/** Events in so many hours of standing still, each of them false. */
function falseEvents(watch: Watcher, reception: Reception, metresFromCentre: number): number {
  const receive = receiver(reception, randomness(SEED));
  let count = 0;
  for (let second = 0; second < HOURS * 3_600; second += STEP_S) {
    if (watch(receive(0, metresFromCentre, second * 1_000)) !== null) count += 1;
  }
  return count;
}

function standing(title: string, radius: number, metresFromCentre: number, reception: Reception): Case {
  const contestant = (name: string, make: typeof ours): Contestant => ({
    name,
    measure() {
      const count = (claim: number): number =>
        falseEvents(make(fenceOf(radius)), { ...reception, claim }, metresFromCentre);
      return { events: count(reception.claim), claims68: count(CLAIM_68), claims95: count(CLAIM_95) };
    },
  });
  return { title, ours: contestant('ours', ours), references: [contestant('plain d ≤ r', plain)] };
}

/** How quiet the judgement of geofences is while nobody moves. */
export const bench: Bench = {
  title: 'False alarms of geofences',
  about: `Events in ${HOURS.toLocaleString('en')} hours of standing still, with a fix every ${STEP_S} s, each of them false; seeded. Goal: at most 20 at the centre of 50 m, 500 on the border of 100 m, indoors. The last two columns: when a phone's accuracy is the error of 68 or of 95 in 100 fixes.`,
  figures: {
    events: { title: 'false events', compared: 'less is better' },
    claims68: { title: 'claims 68 %' },
    claims95: { title: 'claims 95 %' },
  },
  runs: 1,
  cases: () => [
    standing('at the centre of 50 m, indoors', 50, 0, INDOORS),
    standing('on the border of 100 m, indoors', 100, 100, INDOORS),
    standing('40 m outside 100 m, indoors', 100, 140, INDOORS),
    standing('at the centre of 100 m, in the open', 100, 0, OPEN),
    standing('on the border of 100 m, in the open', 100, 100, OPEN),
  ],
};
