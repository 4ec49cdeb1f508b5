import { mapOpened } from '#client/store/pageActions';
import { call, delay, fork, join, put, race, select, take } from 'typed-redux-saga';
import { MAP_FALLBACK_CENTER, TRACKING_OPTIONS } from '#contract/limits';
import { boundsOf } from '#shared/bounds';
import { distanceBetween, type LatLng } from '#shared/geo';
import { GeolocationFailed } from '#client/services/errors';
import type { Services } from '#client/services/types';
import { familiesLoaded } from '#client/features/families/slice';
import { mapMovedByHand } from '../actions';
import { selectMemberPresences } from '../presence';
import {
  selectCamera,
  selectLocationsStatus,
  selectMapOpened,
  selectOwnPosition,
  selectPositionProblem,
  selectSharing,
} from '../selectors';
import {
  centerFound,
  everyoneFound,
  locationsLoaded,
  locationsLoadFailed,
  locationsUpdated,
  ownLocationReceived,
  positionUnavailable,
  problemDismissed,
} from '../slice';

/** How long a map without a centre waits for the server's positions, and then for the browser's. */
const START_TIMEOUT_MS = 1_500;
/** How long a map that started at a position from an earlier visit waits for a newer one. */
const NEWER_TIMEOUT_MS = 5_000;
/** A newer position within this distance is in view already, so the map does not move. */
const MIN_MOVE_M = 200;

/**
 * Where the map starts: at the user's newest position, else where the browser is, else with everyone in view, else at the
 * fixed default.
 */
export function* findStart(services: Services) {
  if (!(yield* select(selectMapOpened))) yield* take(mapOpened);
  yield* race({ known: call(untilLocationsKnown), timeout: delay(START_TIMEOUT_MS) });
  const own = yield* select(selectOwnPosition);
  if (own) return void (yield* call(centerOnOwn, own));
  const browser = yield* fork(centerOnBrowser, services);
  yield* race({ found: join(browser), timeout: delay(START_TIMEOUT_MS) });
  if (yield* select(selectCamera)) return;
  if (yield* call(showKnown)) return;
  yield* put(centerFound(MAP_FALLBACK_CENTER));
  yield* call(showOnceKnown);
}

/** Centres on the user's position, else shows everyone. @returns false when no position is known */
function* showKnown() {
  const own = yield* select(selectOwnPosition);
  if (!own) return yield* call(showEveryone);
  yield* call(centerOn, own);
  return true;
}

/**
 * Members and positions may arrive long after the default is shown, e.g. the first of a new family, or from a server that
 * was away. A view that was asked for stays. The default does not, moved by hand or not: it has nothing to see.
 */
function* showOnceKnown() {
  while (true) {
    yield* take([locationsLoaded, locationsUpdated, ownLocationReceived, familiesLoaded]);
    if ((yield* select(selectCamera))?.request !== 1 || (yield* call(showKnown))) return;
  }
}

/** Shows all members whose position is known. @returns false when there are none */
export function* showEveryone() {
  const presences = yield* select(selectMemberPresences);
  const known = presences.flatMap(({ position }) => position ?? []);
  const bounds = boundsOf({
    count: known.length,
    latitudes: known.map(({ latitude }) => latitude),
    longitudes: known.map(({ longitude }) => longitude),
  });
  if (bounds) yield* put(everyoneFound({ bounds }));
  return bounds !== null;
}

/** A position has other fields too, which do not belong in the action. */
function* centerOn({ latitude, longitude }: LatLng) {
  yield* put(centerFound({ latitude, longitude }));
}

/** Centres on the user's position, and again if the server soon knows a newer one and the user has not moved the map. */
function* centerOnOwn(own: LatLng) {
  yield* centerOn(own);
  const { newer } = yield* race({
    newer: call(untilOwnFarFrom, own),
    moved: take(mapMovedByHand),
    timeout: delay(NEWER_TIMEOUT_MS),
  });
  if (newer && (yield* select(selectCamera))?.request === 1) yield* centerOn(newer);
}

function* untilOwnFarFrom(start: LatLng) {
  while (true) {
    yield* take(locationsLoaded);
    const own = yield* select(selectOwnPosition);
    if (own && distanceBetween(start, own) > MIN_MOVE_M) return own;
  }
}

function* untilLocationsKnown() {
  while (!['ready', 'failed'].includes(yield* select(selectLocationsStatus))) {
    yield* take([locationsLoaded, locationsLoadFailed]);
  }
}

/** Centres on the browser's position. Only logs a failure, because the user has not asked for it. */
function* centerOnBrowser({ geolocation, log }: Services) {
  try {
    const position = yield* call(geolocation.current, TRACKING_OPTIONS);
    // The first request is the fallback; a later one comes from the user and must not be overridden.
    if (((yield* select(selectCamera))?.request ?? 1) === 1) yield* centerOn(position);
  } catch (error) {
    yield* call(log.info, 'Geolocation error:', error);
  }
}

/** Centres on the user's position: the shared one, else the browser's, else the last known one. */
export function* recenter({ geolocation, log }: Services) {
  const own = yield* select(selectOwnPosition);
  if (own && (yield* select(selectSharing))) return void (yield* centerOn(own));
  try {
    yield* centerOn(yield* call(geolocation.current, TRACKING_OPTIONS));
    if ((yield* select(selectPositionProblem)) !== null) yield* put(problemDismissed());
  } catch (error) {
    yield* call(log.info, 'Geolocation error:', error);
    if (own) yield* centerOn(own);
    else if (error instanceof GeolocationFailed) yield* put(positionUnavailable({ problem: error.problem }));
  }
}
