import type { Journey } from './journey';
import { liveMap } from './liveMap';
import { placesAndSos } from './placesAndSos';

/** Every journey whose log is a fixture. */
export const journeys: readonly Journey[] = [liveMap, placesAndSos];
