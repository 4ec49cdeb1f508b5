import type { Action } from '@reduxjs/toolkit';
import { put, select, take } from 'typed-redux-saga';
import type { Services } from '#client/services/types';
import {
  answerFailed,
  invitationAccepted,
  invitationAnswered,
  invitationDeclined,
  invitationsLoaded,
  invitationsOutdated,
} from '../slice';
import { selectFamilies, selectInvitationFailure, selectInvitations } from '../../selectors';
import { familiesLoaded, familiesRequested, familyEntered } from '../../slice';

/** The codes of failures for which the server gave no reason. */
const UNEXPLAINED: readonly string[] = ['family_not_joined', 'invitation_not_declined'];

/** Takes back the error of an answered invitation that the server stored although its own answer was lost. */
export function* forgetStoredAnswer(
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
