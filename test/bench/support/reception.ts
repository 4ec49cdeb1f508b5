import { EARTH_RADIUS_M } from '#contract/limits';
import type { LocationSample } from '#shared/geofences';
import { randomness } from '../frame/statistics';

/** Of every simulation, so that each run of a bench gives the same. */
export const SEED = 20_240_817;
const METRES_PER_DEGREE = (EARTH_RADIUS_M * Math.PI) / 180;
/** Where the simulations are. */
export const PLACE = { latitude: 46.05, longitude: 14.5 };
const METRES_PER_DEGREE_EAST = METRES_PER_DEGREE * Math.cos((PLACE.latitude * Math.PI) / 180);

/** Errors in metres in each direction; `memory` is the share of an error that the next one keeps. */
export interface Reception {
  readonly sigma: number;
  readonly memory: number;
  /** Claimed accuracy in deviations, give or take a fifth. */
  readonly claim: number;
  /** Share of fixes that are outliers of 100-400 m, which claim 2-10 m. */
  readonly outliers: number;
}
export const OPEN: Reception = { sigma: 5, memory: 0.9, claim: 2, outliers: 0.001 };
export const INDOORS: Reception = { sigma: 20, memory: 0.9, claim: 2, outliers: 0.005 };

/** What accuracies mean: phones' own interfaces say 68 %, the W3C's says 95 % of fixes lie within. */
export const CLAIM_68 = 1.51;
export const CLAIM_95 = 2.45;

/** A normally distributed number of mean 0 and deviation 1 (Box-Muller). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/**
 * A receiver whose errors follow each other as a real one's do (AR(1)): turns where somebody is (metres east and north
 * of the place) into what it reports.
 */
export function receiver({ sigma, memory, claim, outliers }: Reception, random: () => number) {
  const fresh = Math.sqrt(1 - memory * memory) * sigma;
  let east = normal(random) * sigma;
  let north = normal(random) * sigma;
  return (trueEast: number, trueNorth: number, at: number): LocationSample => {
    east = memory * east + fresh * normal(random);
    north = memory * north + fresh * normal(random);
    if (random() < outliers) {
      const [far, direction] = [100 + 300 * random(), 2 * Math.PI * random()];
      const place: [number, number] = [
        trueEast + far * Math.cos(direction),
        trueNorth + far * Math.sin(direction),
      ];
      return asFix(...place, 2 + 8 * random(), at);
    }
    return asFix(trueEast + east, trueNorth + north, claim * sigma * (0.8 + 0.4 * random()), at);
  };
}

/** @param east,north metres from the place. @param at epoch milliseconds */
export function asFix(east: number, north: number, accuracy: number, at: number): LocationSample {
  return {
    latitude: PLACE.latitude + north / METRES_PER_DEGREE,
    longitude: PLACE.longitude + east / METRES_PER_DEGREE_EAST,
    accuracy,
    at,
  };
}

/** So many fixes of somebody who walks through a town of 20 km, one every 10 s, there and back. */
export function walkThroughTown(count: number): LocationSample[] {
  const random = randomness(SEED);
  const receive = receiver(OPEN, random);
  return Array.from({ length: count }, (_, index) => {
    const way = ((index * 14) % 20_000) - 10_000;
    return receive(way, way / 3, index * 10_000);
  });
}
