import { call, put, select } from 'typed-redux-saga';
import type { Family as FamilyAnswer } from '#contract/families';
import { request, reasonOf } from '#client/sagas/request';
import type { Services } from '#client/services/types';
import { selectFamilies } from '../selectors';
import { fetchFamilies, withoutCode } from './load';
import {
  type createFamilySubmitted,
  familiesRequested,
  familyEntered,
  familyLeft,
  familySetupFailed,
  type joinFamilySubmitted,
  leaveFamilyFailed,
  type leaveFamilyConfirmed,
} from '../slice';

/** Creates a family and selects it; ends in `familyEntered` or `familySetupFailed`. */
export function* createFamily(services: Services, { payload }: ReturnType<typeof createFamilySubmitted>) {
  try {
    const answer = yield* request(services, 'createFamily', { body: { name: payload.name.trim() } });
    const families = yield* knownWith(answer);
    yield* put(familyEntered({ families, familyId: answer.id }));
    // Brings the invitation code as well.
    yield* put(familiesRequested());
  } catch (error) {
    yield* put(familySetupFailed({ error: reasonOf(error, 'family_not_created') }));
  }
}

/** Joins by code and loads the families again; ends in `familyEntered` or `familySetupFailed`. */
export function* joinFamily(services: Services, { payload }: ReturnType<typeof joinFamilySubmitted>) {
  try {
    const known = new Set((yield* select(selectFamilies)).map(({ id }) => id));
    const joined = yield* request(services, 'joinFamily', {
      body: { inviteCode: payload.inviteCode.toUpperCase() },
    });
    const families = yield* familiesWith(services, joined);
    // A server that answers without the family is understood by what is new in the list.
    const familyId = joined?.id ?? families.find(({ id }) => !known.has(id))?.id ?? null;
    yield* call(services.inviteCodes.clearPending);
    yield* put(familyEntered({ families, familyId }));
  } catch (error) {
    yield* put(familySetupFailed({ error: reasonOf(error, 'family_not_joined') }));
  }
}

/** All families after joining one. Without an answer the ones that are known and the joined one have to do. */
export function* familiesWith(services: Services, joined: FamilyAnswer | null) {
  try {
    return yield* fetchFamilies(services);
  } catch (error) {
    if (!joined) throw error;
    return yield* knownWith(joined);
  }
}

/** The families that are known, with one that was entered. The list may have come with it before the answer. */
function* knownWith(entered: FamilyAnswer) {
  const others = (yield* select(selectFamilies)).filter(({ id }) => id !== entered.id);
  return [...others, withoutCode(entered)];
}

/** Leaves a family; ends in `familyLeft` or `leaveFamilyFailed`. */
export function* leaveFamily(
  services: Services,
  { payload: { familyId } }: ReturnType<typeof leaveFamilyConfirmed>,
) {
  try {
    yield* request(services, 'leaveFamily', { params: { id: familyId } });
    yield* put(familyLeft({ familyId }));
  } catch (error) {
    yield* put(leaveFamilyFailed({ error: reasonOf(error, 'family_not_left') }));
  }
}
