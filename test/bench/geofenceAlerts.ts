import { distanceBetween } from '#shared/geo';
import {
  type ConfirmationTimes,
  type FenceCircle,
  type FenceState,
  type LocationSample,
  UNKNOWN_STATE,
  evaluateFix,
} from '#shared/geofences';
import type { Bench, Case, Figures, Variant } from './frame/bench';
import { createRandom, percentile } from './frame/statistics';
import { CENTER, INDOORS, OUTDOORS, type Reception, SEED, createReceiver } from './support/receiver';

const STEP_S = 10;
const HOURS = 1_000;
const WALKS = 1_000;
const SPEED_M_S = 1.4;
const START_M = -400;

/** Follows the fixes of one member at one geofence. */
type Tracker = (fix: LocationSample) => 'entered' | 'exited' | null;

/** The product's rules. @param confirmAfterMs other times than the product's between two fixes that confirm each other */
function trackWithRules(fence: FenceCircle, confirmAfterMs?: ConfirmationTimes): Tracker {
  let state: FenceState = UNKNOWN_STATE;
  return (fix) => {
    const result = evaluateFix(state, fix, fence, confirmAfterMs);
    state = result.state;
    return result.event;
  };
}

/** Other times between two fixes that confirm an entry, or an exit, in seconds. */
const OTHER_CONFIRMATIONS_S = [
  [5, 5],
  [5, 30],
  [20, 20],
  [30, 30],
] as const;

/** Only checks whether a fix lies within the radius. */
function trackByDistance(fence: FenceCircle): Tracker {
  let wasInside: boolean | null = null;
  return (fix) => {
    const isInside = distanceBetween(fence, fix) <= fence.radius;
    const hasChanged = wasInside !== null && wasInside !== isInside;
    wasInside = isInside;
    return hasChanged ? (isInside ? 'entered' : 'exited') : null;
  };
}

function compare(title: string, radius: number, simulate: (track: () => Tracker) => Figures): Case {
  const fence = { ...CENTER, radius, revision: 1 };
  const variant = (name: string, track: (fence: FenceCircle) => Tracker): Variant => ({
    name,
    measure: () => simulate(() => track(fence)),
  });
  return {
    title,
    product: variant('the product', (area) => trackWithRules(area)),
    references: [
      variant('radius only', trackByDistance),
      ...OTHER_CONFIRMATIONS_S.map(([entry, exit]) =>
        variant(`entry after ${entry} s, exit after ${exit} s`, (area) =>
          trackWithRules(area, { entry: entry * 1_000, exit: exit * 1_000 }),
        ),
      ),
    ],
  };
}

/** A phone that lies still: every event is false. */
const stand = (title: string, radius: number, metresFromCenter: number, reception: Reception): Case =>
  compare(title, radius, (track) => {
    const [tracker, receive] = [track(), createReceiver(reception, createRandom(SEED))];
    let falseEvents = 0;
    for (let second = 0; second < HOURS * 3_600; second += STEP_S)
      if (tracker(receive(0, metresFromCenter, second * 1_000)) !== null) falseEvents += 1;
    return { falseEvents };
  });

/** Metres from the centre of a member who walks in from 400 m away, stays for some seconds and walks on. */
function positionAt(second: number, stay: number): number {
  const arrival = -START_M / SPEED_M_S;
  if (second < arrival) return START_M + SPEED_M_S * second;
  return Math.max(0, SPEED_M_S * (second - arrival - stay));
}

/** @returns the seconds of the first entry and the last exit */
function walkOnce(tracker: Tracker, reception: Reception, stay: number, random: () => number) {
  const receive = createReceiver(reception, random);
  const end = (-2 * START_M) / SPEED_M_S + stay;
  let [entry, exit] = [Number.NaN, Number.NaN];
  for (let second = random() * STEP_S; second < end; second += STEP_S) {
    const event = tracker(receive(positionAt(second, stay), 0, Math.round(second * 1_000)));
    if (event === 'entered' && Number.isNaN(entry)) entry = second;
    if (event === 'exited') exit = second;
  }
  return { entry, exit };
}

/** @param stay seconds at the centre */
const walk = (title: string, radius: number, stay: number, reception: Reception): Case =>
  compare(title, radius, (track) => {
    const random = createRandom(SEED);
    const all = Array.from({ length: WALKS }, () => walkOnce(track(), reception, stay, random));
    const noticed = all.filter(({ entry, exit }) => Number.isFinite(entry + exit));
    const [crossedIn, crossedOut] = [-START_M - radius, -START_M + radius].map((way) => way / SPEED_M_S);
    const entries = noticed.map(({ entry }) => entry - (crossedIn ?? 0));
    const exits = noticed.map(({ exit }) => exit - (crossedOut ?? 0) - stay);
    return {
      entry: percentile(entries, 0.95),
      exit: percentile(exits, 0.95),
      missed: WALKS - noticed.length,
    };
  });

export const bench: Bench = {
  title: 'Geofence alerts',
  about: `Seeded simulation of places with a radius of 50 or 100 m and a fix every ${STEP_S} s. Standing still for ${HOURS.toLocaleString('en')} hours: every event is false. ${WALKS.toLocaleString('en')} walks at ${SPEED_M_S} m/s: seconds from crossing the border to the alert. Radius only: a fix is inside when its distance is at most the radius. Goals: at most 20 false events at the centre of 50 m and 500 on the border of 100 m, indoors; outdoors 95 % of entries within 30 s and of exits within 50 s, no walk missed.`,
  figures: {
    falseEvents: { title: 'false events', compared: 'less is better' },
    entry: { title: 'entry p95 s' },
    exit: { title: 'exit p95 s' },
    missed: { title: 'walks missed' },
  },
  runs: 1,
  cases: () => [
    stand('stands at the centre of 50 m, indoors', 50, 0, INDOORS),
    stand('stands on the border of 100 m, indoors', 100, 100, INDOORS),
    stand('stands 40 m outside 100 m, indoors', 100, 140, INDOORS),
    stand('stands at the centre of 100 m, outdoors', 100, 0, OUTDOORS),
    walk('walks through 100 m, outdoors', 100, 0, OUTDOORS),
    walk('stays 5 min in 100 m, indoors', 100, 300, INDOORS),
    walk('stays 5 min in 50 m, indoors', 50, 300, INDOORS),
    walk('walks through 50 m, indoors', 50, 0, INDOORS),
  ],
};
