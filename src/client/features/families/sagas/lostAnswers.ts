import type { Action } from '@reduxjs/toolkit';
import { call, put, select, take, takeEvery } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import {
  answerFailed,
  invitationAccepted,
  invitationAnswered,
  invitationDeclined,
  invitationsLoaded,
  invitationsOutdated,
} from '../invitations/slice';
import {
  selectFamilies,
  selectFamiliesStatus,
  selectInvitationFailure,
  selectInvitations,
} from '../selectors';
import {
  createFamilySubmitted,
  familiesLoaded,
  familiesLoadFailed,
  familiesRequested,
  familyEntered,
  familySetupFailed,
  joinFamilySubmitted,
} from '../slice';

/**
 * Enters a family that the server stored although its answer was lost, so that it is not created twice, and takes back the
 * error of an answered invitation.
 */
export function* watchLostFamilies(services: Services) {
  // Another try may come while the list is loaded after the one before.
  yield* takeEvery([createFamilySubmitted, joinFamilySubmitted], guarded(enterStoredFamily), services);
  yield* takeEvery([invitationAccepted, invitationDeclined], guarded(forgetStoredAnswer), services);
}

/** The codes of failures for which the server gave no reason. */
const UNEXPLAINED: readonly string[] = ['family_not_created', 'family_not_joined', 'invitation_not_declined'];

function* enterStoredFamily(
  { inviteCodes }: Services,
  submitted: ReturnType<typeof createFamilySubmitted | typeof joinFamilySubmitted>,
) {
  // Otherwise a family of before could count as the stored one.
  if ((yield* select(selectFamiliesStatus)) !== 'ready') return;
  const isCreated = createFamilySubmitted.match(submitted);
  const known = new Set((yield* select(selectFamilies)).map(({ id }) => id));
  const outcome = yield* take([familyEntered, familySetupFailed]);
  if (!familySetupFailed.match(outcome) || !UNEXPLAINED.includes(outcome.payload.error.code)) return;
  yield* put(familiesRequested());
  yield* take([familiesLoaded, familiesLoadFailed]);
  const families = yield* select(selectFamilies);
  const stored = families.find(
    ({ id, name }) => !known.has(id) && (!isCreated || name === submitted.payload.name.trim()),
  );
  if (!stored) return;
  if (!isCreated) yield* call(inviteCodes.clearPending);
  yield* put(familyEntered({ families, familyId: stored.id }));
}

function* forgetStoredAnswer(
  _services: Services,
  answered: ReturnType<typeof invitationAccepted | typeof invitationDeclined>,
) {
  const { id } = answered.payload;
  const invitation = (yield* select(selectInvitations)).find((each) => each.id === id);
  const outcome = yield* take(
    (action: Action) =>
      (invitationAnswered.match(action) || answerFailed.match(action)) && action.payload.id === id,
  );
  if (!answerFailed.match(outcome) || !UNEXPLAINED.includes(outcome.payload.error.code)) return;
  yield* put(familiesRequested());
  yield* put(invitationsOutdated());
  let isStored = false;
  while (!isStored) {
    yield* take([familiesLoaded, familyEntered, invitationsLoaded]);
    if ((yield* select(selectInvitationFailure))?.id !== id) return;
    const isGone = !(yield* select(selectInvitations)).some((each) => each.id === id);
    // An admin may have withdrawn it.
    const isInFamily = (yield* select(selectFamilies)).some((family) => family.id === invitation?.familyId);
    isStored = isGone && (isInFamily || invitationDeclined.match(answered));
  }
  yield* put(invitationAnswered({ id }));
}
