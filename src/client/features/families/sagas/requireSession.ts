import { put, select, takeEvery } from 'typed-redux-saga';
import { selectIsSignedIn } from '#client/features/session/selectors';
import { createFamilySubmitted, familySetupFailed, joinFamilySubmitted } from '../slice';

/** Tells people without a session why nothing comes of their family setup. */
export function* refuseSetupSaga() {
  yield* takeEvery(createFamilySubmitted, () => refuse('You must be logged in to create a family'));
  yield* takeEvery(joinFamilySubmitted, () => refuse('You must be logged in to join a family'));
}

function* refuse(error: string) {
  if (!(yield* select(selectIsSignedIn))) yield* put(familySetupFailed({ error }));
}
