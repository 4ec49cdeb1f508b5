import { METRES_PER_DEGREE } from '#shared/geo';
import { createRandom } from '../frame/statistics';
import type { Fix } from './historyReference';

/** How a receiver errs, and when it says nothing. */
export interface GeneratedReceiver {
  readonly seed: number;
  readonly days: number;
  /** Standard deviation of its error along an axis in metres, and seconds until it errs differently. */
  readonly noise: number;
  readonly memory: number;
  /** Seconds from fix to fix. */
  readonly interval: number;
  /** Share of fixes that are up to 14 km off. */
  readonly spikes: number;
  /** Probability, at each fix after ten minutes at one place, that it is silent for 20 to 140 minutes. */
  readonly silence: number;
  /** Probability, at each fix, that it is off by 60 to 160 m in one direction for up to a minute: walls reflect the signal. */
  readonly reflections?: number;
  /** Probability, at each fix on the way, that it is silent for up to 4 minutes. */
  readonly tunnels?: number;
  /** Metres a second on the ways, and how far apart places may be; by default on foot, by bicycle and by car in a town. */
  readonly speeds?: readonly number[];
  readonly reach?: number;
}

interface Step {
  /** Seconds since midnight. */
  readonly second: number;
  /** Metres north and east of the middle of the town. */
  readonly north: number;
  readonly east: number;
}

type Place = readonly [north: number, east: number];

const DAY_S = 86_400;
const HOUR_S = 3_600;
const TOWN_M = 9_000;
const PLACES = 7;
/** On foot, by bicycle and by car, metres a second. */
const SPEEDS = [1.35, 4.6, 11];
const TOWN = { latitude: 48.2, longitude: 16.37 };
const EAST_SCALE = Math.cos((TOWN.latitude * Math.PI) / 180);

/** Days with 3 to 6 stays at places of a town, with steps about the room, and rectangular ways between them. */
export function generateDays(receiver: GeneratedReceiver): Fix[][] {
  const uniform = createRandom(receiver.seed);
  return Array.from({ length: receiver.days }, (_, day) =>
    record(wayOfDay(receiver, uniform), receiver, uniform).map((fix) => ({
      ...fix,
      at: fix.at + day * DAY_S * 1_000,
    })),
  );
}

function wayOfDay({ speeds = SPEEDS, reach = TOWN_M }: GeneratedReceiver, uniform: () => number): Step[] {
  const places = Array.from({ length: PLACES }, (): Place => [
    (uniform() - 0.5) * reach,
    (uniform() - 0.5) * reach,
  ]);
  const home = places[0] ?? [0, 0];
  const steps: Step[] = [];
  let here = home;
  const stayUntil = (second: number) => {
    let [north, east] = [0, 0];
    while (steps.length < Math.min(DAY_S, second)) {
      if (uniform() < 0.002) [north, east] = [(uniform() - 0.5) * 30, (uniform() - 0.5) * 30];
      steps.push({ second: steps.length, north: here[0] + north, east: here[1] + east });
    }
  };
  const goTo = (target: Place) => {
    const speed = speeds[Math.floor(uniform() * speeds.length)] ?? 1;
    for (const corner of [[target[0], here[1]] as const, target]) {
      const count = Math.max(1, Math.round(Math.hypot(corner[0] - here[0], corner[1] - here[1]) / speed));
      for (let step = 1; step <= count && steps.length < DAY_S; step += 1)
        steps.push({
          second: steps.length,
          north: here[0] + ((corner[0] - here[0]) * step) / count,
          east: here[1] + ((corner[1] - here[1]) * step) / count,
        });
      here = corner;
    }
  };
  stayUntil((6 + 2 * uniform()) * HOUR_S);
  for (let stop = 0; stop < 3 + Math.floor(uniform() * 4) && steps.length < DAY_S - 4 * HOUR_S; stop += 1) {
    goTo(places[1 + Math.floor(uniform() * (PLACES - 1))] ?? home);
    stayUntil(steps.length + (0.25 + 3 * uniform()) * HOUR_S);
  }
  goTo(home);
  stayUntil(DAY_S);
  return steps;
}

function record(way: readonly Step[], receiver: GeneratedReceiver, uniform: () => number): Fix[] {
  const { noise, memory, interval, spikes, silence, reflections = 0, tunnels = 0 } = receiver;
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const keep = Math.exp(-interval / memory);
  const fresh = noise * Math.sqrt(1 - keep ** 2);
  const fixes: Fix[] = [];
  let [errorNorth, errorEast, silentUntil, stayed] = [0, 0, 0, 0];
  let reflected = { until: 0, north: 0, east: 0 };
  let before: Step | undefined;
  for (const step of way) {
    if (step.second % interval !== 0) continue;
    const moved = before ? Math.hypot(step.north - before.north, step.east - before.east) : 0;
    stayed = moved < 25 ? stayed + interval : 0;
    before = step;
    errorNorth = errorNorth * keep + fresh * normal();
    errorEast = errorEast * keep + fresh * normal();
    if (step.second < silentUntil) continue;
    if (stayed > 600 && uniform() < silence) silentUntil = step.second + 1_200 + uniform() * 7_200;
    if (tunnels > 0 && moved > 25 && uniform() < tunnels) silentUntil = step.second + 240 * uniform();
    if (reflections > 0 && step.second >= reflected.until && uniform() < reflections)
      reflected = reflect(step.second, uniform);
    const reflection = step.second < reflected.until ? reflected : { north: 0, east: 0 };
    const reach = uniform() < spikes ? 20_000 : 0;
    const north = reflection.north + (uniform() - 0.5) * reach;
    const east = reflection.east + (uniform() - 0.5) * reach;
    fixes.push({
      at: step.second * 1_000,
      latitude: TOWN.latitude + (step.north + errorNorth + north) / METRES_PER_DEGREE,
      longitude: TOWN.longitude + (step.east + errorEast + east) / METRES_PER_DEGREE / EAST_SCALE,
    });
  }
  return fixes;
}

function reflect(second: number, uniform: () => number) {
  const [metres, direction] = [60 + 100 * uniform(), 2 * Math.PI * uniform()];
  const until = second + 60 * uniform();
  return { until, north: metres * Math.cos(direction), east: metres * Math.sin(direction) };
}
