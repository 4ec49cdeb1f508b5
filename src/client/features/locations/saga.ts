import { call, fork, put, race, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import { whileSignedIn } from '#client/sagas/whileSignedIn';
import type { Services } from '#client/services/types';
import { familiesOutdated, familyEntered } from '#client/features/families/slice';
import { connectionEstablished } from '#client/features/session/slice';
import { findStart, recenter, showMember } from './sagas/camera';
import { watchIncoming } from './sagas/incoming';
import { loadLocations } from './sagas/load';
import { followSharing, shareLocation, watchPermission } from './sagas/sharing';
import { selectLocationsStatus } from './selectors';
import {
  locationsLoaded,
  locationsLoadFailed,
  locationsRequested,
  memberSelected,
  placeChosen,
  recenterRequested,
  sharingStartRequested,
} from './slice';

/** Positions: what members share, what this device shares, and where the map looks. */
export function* locationsSaga(services: Services) {
  const { log } = services;
  yield* fork(whileSignedIn, function* () {
    yield* takeLatest(
      locationsRequested,
      guarded(log, () => loadLocations(services)),
    );
    // After a gap in the connection, and among new people, what we know is out of date.
    yield* takeLatest([familyEntered, familiesOutdated], announceReload);
    yield* takeLatest(connectionEstablished, catchUp);
    yield* takeLeading(
      sharingStartRequested,
      guarded(log, () => shareLocation(services)),
    );
    yield* takeLatest(
      recenterRequested,
      guarded(log, () => recenter(services)),
    );
    yield* takeLatest(memberSelected, guarded(log, showMember));
    yield* fork(watchIncoming, services);
    yield* fork(watchPermission, services);
    yield* fork(followSharing, services);
    yield* fork(initCamera, services);
    // The first map waits for these: at once, and again when the connection stands.
    yield* put(locationsRequested());
  });
}

/** The map's start does not carry away whoever has asked for a place already. */
function* initCamera(services: Services) {
  yield* race({ start: call(findStart, services), chosen: take(placeChosen) });
}

function* announceReload() {
  yield* put(locationsRequested());
}

/** A first load that is still under way ends before: whoever has a slow network has waited for it long enough. */
function* catchUp() {
  if ((yield* select(selectLocationsStatus)) === 'loading')
    yield* take([locationsLoaded, locationsLoadFailed]);
  yield* announceReload();
}
