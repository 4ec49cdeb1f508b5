import { call, fork, put, race, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import { familiesOutdated, familyEntered, panelMoved } from '#client/features/families/slice';
import { connectionEstablished } from '#client/features/session/slice';
import { findStart, recenter, showEveryone } from './sagas/camera';
import { watchIncoming } from './sagas/incoming';
import { loadLocations } from './sagas/load';
import { followSharing, shareLocation, watchPermission } from './sagas/sharing';
import { selectLocationsStatus, selectPositionOf } from './selectors';
import {
  everyoneRequested,
  locationsLoaded,
  locationsLoadFailed,
  locationsRequested,
  memberSelected,
  pointChosen,
  recenterRequested,
  sharingStartRequested,
} from './slice';

/** Positions: what members share, what this device shares, and which part of the map is visible. */
export function* locationsSaga(services: Services) {
  yield* takeLatest(locationsRequested, guarded(loadLocations), services);
  // With new members, and after a gap in the connection, the positions are out of date.
  yield* takeLatest([familyEntered, familiesOutdated], requestReload);
  yield* takeLatest(connectionEstablished, reloadAfterGap);
  yield* takeLeading(sharingStartRequested, guarded(shareLocation), services);
  yield* takeLatest(
    recenterRequested,
    guarded((all) => unlessChosen(all, recenter)),
    services,
  );
  yield* takeLatest([memberSelected, pointChosen], uncoverMap);
  yield* takeLatest(everyoneRequested, guarded(showEveryone), services);
  yield* fork(watchIncoming, services);
  yield* fork(watchPermission, services);
  yield* fork(followSharing, services);
  yield* fork(unlessChosen, services, findStart);
  // The first map waits for the positions: they are loaded at once, and again when the connection is established.
  yield* put(locationsRequested());
}

/**
 * Whom or what the user chooses meanwhile ends the search for a view of the map: a position may come seconds later. Everyone
 * is offered only where positions are known, so that the request always moves the map.
 */
function* unlessChosen(services: Services, search: (services: Services) => Generator) {
  yield* race({
    search: call(search, services),
    chosen: call(untilChosen),
    everyone: take(everyoneRequested),
  });
}

/** A member whose position is not known moves nothing. */
function* untilChosen() {
  while (true) {
    const action = yield* take([pointChosen, memberSelected]);
    if (pointChosen.match(action) || (yield* select(selectPositionOf, action.payload.userId))) return;
  }
}

/** A full sheet would cover what the map shows, and a low one the member's card. A list that opens next begins with it. */
function* uncoverMap() {
  yield* put(panelMoved({ height: 'half', scrollTop: 0 }));
}

function* requestReload() {
  yield* put(locationsRequested());
}

/** Waits for a load that still runs, because its answer may be older than the gap. */
function* reloadAfterGap() {
  if ((yield* select(selectLocationsStatus)) === 'loading')
    yield* take([locationsLoaded, locationsLoadFailed]);
  yield* requestReload();
}
