import { call, put, select, take, takeLeading } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import { selectFamilies, selectFamiliesStatus } from '../selectors';
import {
  createFamilySubmitted,
  familiesLoaded,
  familiesLoadFailed,
  familiesRequested,
  familyEntered,
  familySetupFailed,
  joinFamilySubmitted,
} from '../slice';

/** Enters a family that the server stored although its answer was lost, so that it is not created twice. */
export function* watchLostFamilies(services: Services) {
  yield* takeLeading([createFamilySubmitted, joinFamilySubmitted], guarded(enterStoredFamily), services);
}

/** The codes of failures for which the server gave no reason. */
const UNEXPLAINED: readonly string[] = ['family_not_created', 'family_not_joined'];

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
