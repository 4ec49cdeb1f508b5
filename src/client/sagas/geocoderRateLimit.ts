import { delay } from 'typed-redux-saga';
import type { Geocoder, Services } from '#client/services/types';

/** Nominatim's usage policy allows one request a second, searches and reverse lookups together. */
const MIN_INTERVAL_MS = 1_000;

/** When each geocoder was last asked, epoch milliseconds. */
const askedAt = new WeakMap<Geocoder, number>();

/** Waits until the geocoder may be called, and counts as a call: the caller calls it at once. */
export function* waitForGeocoder({ geocoder, clock }: Pick<Services, 'geocoder' | 'clock'>) {
  let last = askedAt.get(geocoder);
  let wait = last === undefined ? 0 : last + MIN_INTERVAL_MS - clock.now();
  while (wait > 0) {
    // A clock that was set back must not cause a long wait.
    yield* delay(Math.min(wait, MIN_INTERVAL_MS));
    const meanwhile = askedAt.get(geocoder);
    wait = meanwhile === last || meanwhile === undefined ? 0 : meanwhile + MIN_INTERVAL_MS - clock.now();
    last = meanwhile;
  }
  askedAt.set(geocoder, clock.now());
}
