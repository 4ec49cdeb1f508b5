import { distanceBetween } from '#shared/geo';
import {
  CONTEXT_FIXES,
  type ConfirmationTimes,
  type FenceCircle,
  type FenceState,
  type LocationSample,
  UNKNOWN_STATE,
  evaluateFix,
  withFixContext,
} from '#shared/geofences';
import type { Bench, Case, Figures, Variant } from './frame/bench';
import { createRandom, percentile } from './frame/statistics';
import {
  CENTER,
  INDOORS,
  OUTDOORS,
  OVERCONFIDENT,
  type Reception,
  SEED,
  createReceiver,
} from './support/receiver';

const STEP_S = 10;
const HOURS = 1_000;
const WAYS = 1_000;
/** A way to the centre and beyond: how far it begins from there, and metres per second. */
interface Way {
  readonly start: number;
  readonly speed: number;
}
const WALK: Way = { start: 400, speed: 1.4 };
const DRIVE: Way = { start: 1_500, speed: 14 };

/** Follows the fixes of one member at one geofence. */
type Tracker = (fix: LocationSample) => 'entered' | 'exited' | null;

/** Other rules than the product's. */
interface OtherRules {
  /** Between two fixes that confirm each other. */
  readonly confirmAfterMs?: ConfirmationTimes;
  /** A single fix that has jumped may confirm an entry. */
  readonly believesJumps?: boolean;
}

/** The product's rules, or with changes. */
function trackWithRules(fence: FenceCircle, { confirmAfterMs, believesJumps }: OtherRules = {}): Tracker {
  let state: FenceState = UNKNOWN_STATE;
  let before: LocationSample[] = [];
  return (received) => {
    const [fix = received] = believesJumps ? [received] : withFixContext([received], before);
    before = [...before, received].slice(-CONTEXT_FIXES);
    const result = evaluateFix(state, fix, fence, confirmAfterMs);
    state = result.state;
    return result.event;
  };
}

/** @param nearExit for an exit near the edge, when it differs from others */
const seconds = (entry: number, exit: number, nearExit = exit): ConfirmationTimes => ({
  entry: entry * 1_000,
  exit: exit * 1_000,
  nearExit: nearExit * 1_000,
});
const OTHER_RULES: Readonly<Record<string, OtherRules>> = {
  'plain: 5 s, 5 s, jumps believed': { confirmAfterMs: seconds(5, 5), believesJumps: true },
  'jumps believed': { believesJumps: true },
  'exit after 20 s': { confirmAfterMs: seconds(5, 20) },
  'exit after 30 s': { confirmAfterMs: seconds(5, 30) },
  'exit after 20 s, near the edge 40 s': { confirmAfterMs: seconds(5, 20, 40) },
  'exit after 10 s, near the edge 60 s': { confirmAfterMs: seconds(5, 10, 60) },
  'entry after 20 s, exit after 20 s': { confirmAfterMs: seconds(20, 20) },
};

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
      ...Object.entries(OTHER_RULES).map(([name, rules]) =>
        variant(name, (area) => trackWithRules(area, rules)),
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

/** Metres from the centre of a member who comes, stays there for some seconds and goes on. */
function positionAt({ start, speed }: Way, second: number, stay: number): number {
  const arrival = start / speed;
  if (second < arrival) return speed * second - start;
  return Math.max(0, speed * (second - arrival - stay));
}

/** @returns the seconds of the first entry and the last exit */
function goOnce(tracker: Tracker, way: Way, reception: Reception, stay: number, random: () => number) {
  const receive = createReceiver(reception, random);
  const end = (2 * way.start) / way.speed + stay;
  let [entry, exit] = [Number.NaN, Number.NaN];
  for (let second = random() * STEP_S; second < end; second += STEP_S) {
    const event = tracker(receive(positionAt(way, second, stay), 0, Math.round(second * 1_000)));
    if (event === 'entered' && Number.isNaN(entry)) entry = second;
    if (event === 'exited') exit = second;
  }
  return { entry, exit };
}

/** @param stay seconds at the centre */
const go = (title: string, way: Way, radius: number, stay: number, reception: Reception): Case =>
  compare(title, radius, (track) => {
    const random = createRandom(SEED);
    const all = Array.from({ length: WAYS }, () => goOnce(track(), way, reception, stay, random));
    const noticed = all.filter(({ entry, exit }) => Number.isFinite(entry + exit));
    const [crossedIn, crossedOut] = [way.start - radius, way.start + radius].map(
      (metres) => metres / way.speed,
    );
    const entries = noticed.map(({ entry }) => entry - (crossedIn ?? 0));
    const exits = noticed.map(({ exit }) => exit - (crossedOut ?? 0) - stay);
    return {
      entry: percentile(entries, 0.95),
      exit: percentile(exits, 0.95),
      missed: WAYS - noticed.length,
    };
  });

export const bench: Bench = {
  title: 'Geofence alerts',
  about: `Seeded simulation of places with a radius of 50 or 100 m and a fix every ${STEP_S} s. Standing still for ${HOURS.toLocaleString('en')} hours: every event is false. ${WAYS.toLocaleString('en')} walks at ${WALK.speed} m/s, or drives at ${DRIVE.speed} m/s: seconds from crossing the border to the alert. Radius only: a fix is inside when its distance is at most the radius. Goals: at most 20 false events at the centre of 50 m and 500 on the border of 100 m, indoors; half of those of the plain rule on the border and outside, with at most 2 more of 1,000 missed; outdoors 95 % of entries within 30 s and of exits within 50 s, no walk missed.`,
  figures: {
    falseEvents: { title: 'false events', compared: 'less is better' },
    entry: { title: 'entry p95 s' },
    exit: { title: 'exit p95 s' },
    missed: { title: 'ways missed' },
  },
  runs: 1,
  cases: () => [
    stand('stands at the centre of 50 m, indoors', 50, 0, INDOORS),
    stand('stands on the border of 100 m, indoors', 100, 100, INDOORS),
    stand('stands on the border of 100 m, overconfident', 100, 100, OVERCONFIDENT),
    stand('stands 40 m outside 100 m, indoors', 100, 140, INDOORS),
    stand('stands 40 m outside 100 m, outdoors', 100, 140, OUTDOORS),
    stand('stands at the centre of 100 m, outdoors', 100, 0, OUTDOORS),
    go('walks through 100 m, outdoors', WALK, 100, 0, OUTDOORS),
    go('drives through 100 m, outdoors', DRIVE, 100, 0, OUTDOORS),
    go('stays 5 min in 100 m, indoors', WALK, 100, 300, INDOORS),
    go('stays 5 min in 50 m, indoors', WALK, 50, 300, INDOORS),
    go('walks through 50 m, indoors', WALK, 50, 0, INDOORS),
  ],
};
