import { call, put, select } from 'typed-redux-saga';
import { PRESENCE_FRESH_MS, TRACKING_OPTIONS } from '#contract/limits';
import { formatPositionText } from '#shared/positionText';
import { GeolocationFailed } from '#client/services/errors';
import type { Services } from '#client/services/types';
import { selectOwnPosition } from '#client/features/locations/selectors';
import { messageSubmitted, positionShared, positionShareFailed, type positionShareRequested } from '../slice';

/** Writes where this person is to the family: where the browser says, else where they lately were. */
export function* sharePosition(services: Services, { payload }: ReturnType<typeof positionShareRequested>) {
  try {
    const fix = yield* findFix(services);
    yield* put(
      messageSubmitted({ familyId: payload.familyId, content: formatPositionText(fix, fix.accuracy) }),
    );
    yield* put(positionShared());
  } catch (error) {
    yield* call(services.log.info, 'Geolocation error:', error);
    const problem = error instanceof GeolocationFailed ? error.problem : 'unavailable';
    yield* put(positionShareFailed({ problem }));
  }
}

function* findFix({ geolocation, clock }: Services) {
  try {
    return yield* call(geolocation.current, TRACKING_OPTIONS);
  } catch (error) {
    const own = yield* select(selectOwnPosition);
    const now = yield* call(clock.now);
    if (own && now - Date.parse(own.timestamp) < PRESENCE_FRESH_MS) return own;
    throw error;
  }
}
