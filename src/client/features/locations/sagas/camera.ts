import { mapOpened } from '#client/store/pageActions';
import { call, delay, fork, join, put, race, select, take } from 'typed-redux-saga';
import { MAP_FALLBACK_CENTER, TRACKING_OPTIONS } from '#contract/limits';
import { GeolocationFailed } from '#client/services/errors';
import type { Services } from '#client/services/types';
import {
  selectCamera,
  selectLocationsStatus,
  selectMapOpened,
  selectOwnPosition,
  selectSharing,
} from '../selectors';
import { centerFound, locationsLoaded, locationsLoadFailed, positionUnavailable } from '../slice';

/** How long a map without a centre waits for the server, and then for the browser's permission dialog. */
const PATIENCE_MS = 1_500;

/** Where the map starts: at one's own newest position, else where the browser is, else at the fixed default. */
export function* findStart(services: Services) {
  if (!(yield* select(selectMapOpened))) yield* take(mapOpened);
  yield* race({ known: call(untilLocationsKnown), patience: delay(PATIENCE_MS) });
  const own = yield* select(selectOwnPosition);
  if (own) return void (yield* put(centerFound({ latitude: own.latitude, longitude: own.longitude })));
  const question = yield* fork(centerOnBrowser, services);
  yield* race({ answer: join(question), patience: delay(PATIENCE_MS) });
  if (!(yield* select(selectCamera))) yield* put(centerFound(MAP_FALLBACK_CENTER));
}

function* untilLocationsKnown() {
  while (!['ready', 'failed'].includes(yield* select(selectLocationsStatus))) {
    yield* take([locationsLoaded, locationsLoadFailed]);
  }
}

/** Centres on where the browser says we are. A failure is logged only. */
function* centerOnBrowser({ geolocation, log }: Services) {
  try {
    const { latitude, longitude } = yield* call(geolocation.current, TRACKING_OPTIONS);
    const camera = yield* select(selectCamera);
    // A place that the user has chosen meanwhile wins.
    if (camera === null || camera.request === 1) yield* put(centerFound({ latitude, longitude }));
  } catch (error) {
    yield* call(log.info, 'Geolocation error:', error);
  }
}

/** Centres on one's own position: the shared one, else the browser's, else the last that is known. */
export function* recenter({ geolocation, log }: Services) {
  const own = yield* select(selectOwnPosition);
  if (own && (yield* select(selectSharing)))
    return void (yield* put(centerFound({ latitude: own.latitude, longitude: own.longitude })));
  try {
    const { latitude, longitude } = yield* call(geolocation.current, TRACKING_OPTIONS);
    yield* put(centerFound({ latitude, longitude }));
  } catch (error) {
    yield* call(log.info, 'Geolocation error:', error);
    if (own) yield* put(centerFound({ latitude: own.latitude, longitude: own.longitude }));
    else if (error instanceof GeolocationFailed) yield* put(positionUnavailable({ problem: error.problem }));
  }
}
