import { call, put, select, takeEvery, takeLatest } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import { selectIsSignedIn } from '#client/features/session/selectors';
import type { ClientErrorCode, Services } from '#client/services/types';
import { authFormOpened, familySetupOpened } from '#client/store/pageActions';
import {
  createFamilySubmitted,
  familySetupFailed,
  inviteCodeEntered,
  joinFamilySubmitted,
  setupTabChosen,
} from '../slice';

/** A form with an invitation code opens, or one is typed. */
type CodeShown = ReturnType<
  typeof inviteCodeEntered | typeof authFormOpened | typeof familySetupOpened | typeof setupTabChosen
>;

/** What of families also runs without a session: previews of invitations, and why a family setup was rejected. */
export function* withoutSessionSaga(services: Services) {
  yield* takeLatest(
    [inviteCodeEntered, authFormOpened, familySetupOpened, setupTabChosen],
    guarded(previewCode),
    services,
  );
  yield* takeEvery(createFamilySubmitted, () => rejectSubmission('create_needs_session'));
  yield* takeEvery(joinFamilySubmitted, () => rejectSubmission('join_needs_session'));
}

function* rejectSubmission(code: ClientErrorCode) {
  if (!(yield* select(selectIsSignedIn))) yield* put(familySetupFailed({ error: { code } }));
}

/** Previews the code that is typed; a form begins with that of the invitation link that led to it. */
function* previewCode(services: Services, action: CodeShown) {
  const inviteCode = inviteCodeEntered.match(action)
    ? action.payload.inviteCode
    : yield* call(services.inviteCodes.getPending);
  if (!inviteCode) return;
  // Loads with the first code, because few people have one.
  const { previewInvite } = yield* call(() => import('./previewInvite'));
  yield* previewInvite(services, inviteCode);
}
