import { call, put, takeLatest } from 'typed-redux-saga';
import { formatCoordinates } from '#shared/positionText';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import { coordinatesCopied, coordinatesCopyFailed, coordinatesCopyRequested } from './slice';

/** What one does with a point of the map. Loaded after the first page. */
export function* pointsSaga(services: Services) {
  yield* takeLatest(coordinatesCopyRequested, guarded(copyCoordinates), services);
}

function* copyCoordinates(
  { clipboard, log }: Services,
  { payload }: ReturnType<typeof coordinatesCopyRequested>,
) {
  try {
    yield* call(clipboard.write, formatCoordinates(payload));
    yield* put(coordinatesCopied());
  } catch (error) {
    yield* put(coordinatesCopyFailed());
    yield* call(log.info, 'The coordinates were not copied:', error);
  }
}
