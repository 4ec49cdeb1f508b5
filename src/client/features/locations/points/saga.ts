import { call, put, select, takeEvery, takeLatest } from 'typed-redux-saga';
import { MAP_ZOOM } from '#contract/limits';
import { formatCoordinates } from '#shared/positionText';
import { circleZoom } from '#shared/circleZoom';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import { selectPositionOf } from '../selectors';
import { memberSelected, pointChosen } from '../slice';
import { coordinatesCopied, coordinatesCopyFailed, coordinatesCopyRequested } from './slice';

/** What one does with a point of the map. Loaded after the first page. */
export function* pointsSaga(services: Services) {
  yield* takeLatest(coordinatesCopyRequested, guarded(copyCoordinates), services);
  yield* takeEvery(memberSelected, showWholeCircle);
}

/** A vague position looks exact while the map shows less than its circle. */
function* showWholeCircle({ payload: { userId } }: ReturnType<typeof memberSelected>) {
  const position = yield* select(selectPositionOf, userId);
  if (!position) return;
  const zoom = circleZoom(position, position.accuracy, MAP_ZOOM);
  const { latitude, longitude } = position;
  if (zoom < MAP_ZOOM) yield* put(pointChosen({ userId, latitude, longitude, zoom }));
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
