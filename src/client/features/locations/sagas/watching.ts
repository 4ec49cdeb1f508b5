import { pageShown } from '#client/features/session/device/slice';
import type { EventChannel } from 'redux-saga';
import { call, delay, put, race, select, take } from 'typed-redux-saga';
import { TRACKING_OPTIONS } from '#contract/limits';
import { bufferedChannel } from '#client/sagas/channels';
import type { LocationFix, GeolocationProblem, Services } from '#client/services/types';
import { selectKnownPeople } from '#client/features/families/selectors';
import { familiesLoaded, familyEntered } from '#client/features/families/slice';
import { selectUser } from '#client/features/session/selectors';
import { selectOwnPosition } from '../selectors';
import { ownLocationReceived, positionUnavailable, searchingChanged } from '../slice';

/** After this time without a position, the watch switches between high and low accuracy. */
const SEARCH_MS = 60_000;
/** A browser that is asked for a first position reports by then. */
const REPORT_PATIENCE_MS = TRACKING_OPTIONS.timeout + 1_000;
/** After this time with low accuracy, the watch tries high accuracy again. */
const COARSE_MS = 5 * 60_000;
/** Positions by mobile and Wi-Fi networks instead of satellites, which devices may still get indoors. */
const COARSE_OPTIONS = { ...TRACKING_OPTIONS, enableHighAccuracy: false };

/**
 * Watches this device's position. Ends when the user denies the permission. After other problems the browser's watch continues:
 * without a signal, and after a timeout before the first fix, the position counts as lost. After the first fix a timeout says
 * nothing, because browsers report one every few seconds while a device does not move.
 */
export function* watchPosition(services: Services) {
  for (let coarse = false; ; coarse = !coarse) {
    const { denied } = yield* race({
      denied: call(putFixes, services, coarse ? COARSE_OPTIONS : TRACKING_OPTIONS),
      ended: call(coarse ? untilCoarseEnds : untilPositionIsLost),
    });
    if (denied) return;
  }
}

/** Puts every fix into the store. @returns true, once the user denies the permission */
function* putFixes({ geolocation, log }: Services, options: PositionOptions) {
  const reports = bufferedChannel<LocationFix | GeolocationProblem>((emit) =>
    geolocation.watch(options, emit, emit),
  );
  let isFound = false;
  try {
    while (true) {
      const report = isFound ? yield* take(reports) : yield* firstReport(reports);
      if (typeof report === 'object') {
        isFound = true;
        yield* call(putOwnFix, report);
        continue;
      }
      yield* call(log.info, 'Geolocation error:', report);
      if (report === 'denied') {
        yield* put(positionUnavailable({ problem: report }));
        return true;
      }
      if (report === 'unavailable' || !isFound) yield* put(searchingChanged(true));
    }
  } finally {
    reports.close();
  }
}

/** Some browsers report no timeout while they find nothing. */
function* firstReport(reports: EventChannel<LocationFix | GeolocationProblem>) {
  const { report } = yield* race({ report: take(reports), late: delay(REPORT_PATIENCE_MS) });
  return report ?? 'timeout';
}

/** Ends when no position comes for `SEARCH_MS` after the device reported that it has none. */
function* untilPositionIsLost() {
  while (true) {
    if (!(yield* take(searchingChanged)).payload) continue;
    const { found } = yield* race({ found: take(ownLocationReceived), enough: delay(SEARCH_MS) });
    if (!found) return;
  }
}

/** Ends after `COARSE_MS` at the latest: outdoors the positions of networks are hundreds of meters off. */
function* untilCoarseEnds() {
  yield* race([call(untilPositionIsLost), delay(COARSE_MS)]);
}

/**
 * Reads the position again when the page becomes visible, because browsers give hidden pages few fixes or none, and when
 * a member has joined a family, because the server shows members only fixes from after both had joined.
 */
export function* refreshPosition(services: Services) {
  let known = yield* select(selectKnownPeople);
  while (true) {
    const { type } = yield* take([pageShown, familiesLoaded, familyEntered]);
    const before = known;
    known = yield* select(selectKnownPeople);
    if (type === pageShown.type) yield* call(readPosition, services);
    else if ([...known].some((id) => !before.has(id))) yield* call(confirmPosition, services);
  }
}

function* readPosition({ geolocation, log }: Services) {
  try {
    yield* call(putOwnFix, yield* call(geolocation.current, { ...TRACKING_OPTIONS, maximumAge: 0 }));
  } catch (error) {
    yield* call(log.info, 'Geolocation error:', error);
  }
}

/** A visible page receives every move, so the device is still where its last fix was. */
function* confirmPosition(services: Services) {
  const own = yield* select(selectOwnPosition);
  if (own && services.page.isShown())
    yield* call(putOwnFix, { ...own, timestamp: new Date(services.clock.now()).toISOString() });
  else yield* call(readPosition, services);
}

function* putOwnFix(fix: LocationFix) {
  const user = yield* select(selectUser);
  if (user) yield* put(ownLocationReceived({ locations: [{ userId: user.id, ...fix }] }));
}
