import { put, select } from 'typed-redux-saga';
import type { Location } from '#contract/locations';
import { newestPerFrameChannel, watchChannel } from '#client/sagas/channels';
import type { Services } from '#client/services/types';
import { selectKnownPeople } from '#client/features/families/selectors';
import { familiesOutdated } from '#client/features/families/slice';
import { locationsUpdated } from '../slice';

/** Puts what members share into the store, once per animation frame however much arrives. */
export function* watchIncoming({ socket, clock }: Services) {
  const batches = newestPerFrameChannel<Location>(
    (emit) => socket.on('location:updated', emit),
    ({ userId }) => userId,
    clock,
  );
  yield* watchChannel(batches, function* (locations) {
    yield* put(locationsUpdated({ locations }));
    const known = yield* select(selectKnownPeople);
    // Servers that do not announce new members still send their positions.
    if (locations.some(({ userId }) => !known.has(userId))) yield* put(familiesOutdated());
  });
}
