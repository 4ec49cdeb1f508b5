import { EARTH_RADIUS_M } from '#contract/limits';
import type { LocationSample } from '#shared/geofences';
import { createRandom } from '../frame/statistics';

/** Seed of every simulation, so that each run of a bench gives the same. */
export const SEED = 20_240_817;
/** Centre of the simulations. */
export const CENTER = { latitude: 46.05, longitude: 14.5 };
const METRES_PER_DEGREE = (EARTH_RADIUS_M * Math.PI) / 180;
const METRES_PER_DEGREE_EAST = METRES_PER_DEGREE * Math.cos((CENTER.latitude * Math.PI) / 180);

/** How well a phone receives satellites. */
export interface Reception {
  /** Standard deviation of the error in each direction, in metres. */
  readonly sigma: number;
  /** Share of fixes that are 100 to 400 m off and claim an accuracy of 2 to 10 m. */
  readonly outliers: number;
  /** Claimed accuracy in standard deviations, give or take a fifth; 2 when missing. */
  readonly claim?: number;
}
export const OUTDOORS: Reception = { sigma: 5, outliers: 0.001 };
export const INDOORS: Reception = { sigma: 20, outliers: 0.005 };
/** As indoors, but two of three fixes are farther off than they claim. */
export const OVERCONFIDENT: Reception = { ...INDOORS, claim: 1 };

/** Share of an error that the next one keeps. */
const CORRELATION = 0.9;
/** The claimed accuracy of most receivers, in standard deviations. */
const CLAIM = 2;

/** A normally distributed number of mean 0 and deviation 1 (Box-Muller). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/**
 * A simulated receiver, whose errors are correlated as a real one's are (AR(1)).
 * @returns turns a true position, in metres east and north of the centre, into a fix
 */
export function createReceiver({ sigma, outliers, claim = CLAIM }: Reception, random: () => number) {
  const fresh = Math.sqrt(1 - CORRELATION * CORRELATION) * sigma;
  let east = normal(random) * sigma;
  let north = normal(random) * sigma;
  return (trueEast: number, trueNorth: number, at: number): LocationSample => {
    east = CORRELATION * east + fresh * normal(random);
    north = CORRELATION * north + fresh * normal(random);
    if (random() >= outliers)
      return createSample(trueEast + east, trueNorth + north, claim * sigma * (0.8 + 0.4 * random()), at);
    const [distance, direction] = [100 + 300 * random(), 2 * Math.PI * random()];
    return createSample(
      trueEast + distance * Math.cos(direction),
      trueNorth + distance * Math.sin(direction),
      2 + 8 * random(),
      at,
    );
  };
}

function createSample(east: number, north: number, accuracy: number, at: number): LocationSample {
  return {
    latitude: CENTER.latitude + north / METRES_PER_DEGREE,
    longitude: CENTER.longitude + east / METRES_PER_DEGREE_EAST,
    accuracy,
    at,
  };
}

/** A position for each second: hours at one place with a receiver's noise, trips in between. */
export function* simulateDay(seconds: number) {
  const random = createRandom(SEED);
  let { latitude, longitude } = CENTER;
  for (let second = 0; second < seconds; second += 1) {
    // Of every four hours one is on the move, at 1.5 to 15 m/s.
    if (second % 14_400 >= 10_800) {
      latitude += 0.000_015 * (1 + random() * 9) * Math.cos(second / 3_000);
      longitude += 0.000_02 * (1 + random() * 9) * Math.sin(second / 3_000);
    }
    yield {
      second,
      latitude: latitude + (random() - 0.5) * 0.000_1,
      longitude: longitude + (random() - 0.5) * 0.000_1,
    };
  }
}
