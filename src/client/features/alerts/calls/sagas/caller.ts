import { put, select } from 'typed-redux-saga';
import { selectPositionOf } from '#client/features/locations/selectors';
import { type memberSelected, pointChosen } from '#client/features/locations/slice';
import { selectOpenCallOf } from '../selectors';

/** Moves the map to a selected caller: where the SOS is, which may not be where the caller shared last. */
export function* showCaller({ payload: { userId } }: ReturnType<typeof memberSelected>) {
  const position = yield* select(selectPositionOf, userId);
  if (!position || !(yield* select(selectOpenCallOf, userId))) return;
  const { latitude, longitude } = position;
  yield* put(pointChosen({ userId, latitude, longitude }));
}
