import { put, select, takeEvery } from 'typed-redux-saga';
import { selectIsSignedIn } from '#client/features/session/selectors';
import type { ClientErrorCode } from '#client/services/types';
import { createFamilySubmitted, familySetupFailed, joinFamilySubmitted } from '../slice';

/** Tells people without a session why nothing comes of their family setup. */
export function* requireSessionSaga() {
  yield* takeEvery(createFamilySubmitted, () => rejectSubmission('create_needs_session'));
  yield* takeEvery(joinFamilySubmitted, () => rejectSubmission('join_needs_session'));
}

function* rejectSubmission(code: ClientErrorCode) {
  if (!(yield* select(selectIsSignedIn))) yield* put(familySetupFailed({ error: { code } }));
}
