import { put, select, takeEvery } from 'typed-redux-saga';
import { selectIsSignedIn } from '#client/features/session/selectors';
import { createFamilySubmitted, familySetupFailed, joinFamilySubmitted } from '../slice';

/** Tells people without a session why nothing comes of their family setup. */
export function* requireSessionSaga() {
  yield* takeEvery(createFamilySubmitted, () => rejectSubmission('You must be logged in to create a family'));
  yield* takeEvery(joinFamilySubmitted, () => rejectSubmission('You must be logged in to join a family'));
}

function* rejectSubmission(error: string) {
  if (!(yield* select(selectIsSignedIn))) yield* put(familySetupFailed({ error }));
}
