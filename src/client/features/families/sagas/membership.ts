import { call, put, select, take } from 'typed-redux-saga';
import type { Family as FamilyAnswer } from '#contract/families';
import { request, reasonOf } from '#client/sagas/request';
import type { AppError, Services } from '#client/services/types';
import { selectFamilies, selectFamiliesStatus } from '../selectors';
import { fetchFamilies, withoutCode } from './load';
import {
  type createFamilySubmitted,
  familiesLoaded,
  familiesLoadFailed,
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
  const name = payload.name.trim();
  const known = yield* knownIds();
  try {
    const answer = yield* request(services, 'createFamily', { body: { name } });
    const families = yield* knownWith(answer);
    yield* put(familyEntered({ families, familyId: answer.id }));
    // Brings the invitation code as well.
    yield* put(familiesRequested());
  } catch (error) {
    const reason = reasonOf(error, 'family_not_created');
    const stored = yield* findStored(known, reason, name);
    yield* put(stored ? familyEntered(stored) : familySetupFailed({ error: reason }));
  }
}

/** Joins by code and loads the families again; ends in `familyEntered` or `familySetupFailed`. */
export function* joinFamily(services: Services, { payload }: ReturnType<typeof joinFamilySubmitted>) {
  const known = yield* knownIds();
  try {
    const joined = yield* request(services, 'joinFamily', {
      body: { inviteCode: payload.inviteCode.toUpperCase() },
    });
    const families = yield* familiesWith(services, joined);
    // A server that answers without the family is understood by what is new in the list.
    const familyId = joined?.id ?? families.find(({ id }) => known?.has(id) === false)?.id ?? null;
    yield* call(services.inviteCodes.clearPending);
    const wasMember = familyId !== null && known?.has(familyId) === true;
    yield* put(familyEntered({ families, familyId, wasMember }));
  } catch (error) {
    const reason = reasonOf(error, 'family_not_joined');
    const stored = yield* findStored(known, reason);
    if (stored) yield* call(services.inviteCodes.clearPending);
    yield* put(stored ? familyEntered(stored) : familySetupFailed({ error: reason }));
  }
}

/** The families of before; null where they are not known. */
function* knownIds() {
  if ((yield* select(selectFamiliesStatus)) !== 'ready') return null;
  return new Set((yield* select(selectFamilies)).map(({ id }) => id));
}

/**
 * A family that the server has stored although its answer was lost, as the content of `familyEntered`; null without one.
 * The form waits for it, because a second try would create the family twice.
 * @param known without it, a family of before could count as the stored one
 */
function* findStored(known: Set<string> | null, { code }: AppError, name?: string) {
  // Another code is the server's reason: nothing is stored.
  if (!known || (code !== 'family_not_created' && code !== 'family_not_joined')) return null;
  yield* put(familiesRequested());
  yield* take([familiesLoaded, familiesLoadFailed]);
  const families = yield* select(selectFamilies);
  const familyId = families.find((each) => !known.has(each.id) && (!name || each.name === name))?.id;
  return familyId === undefined ? null : { families, familyId };
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
