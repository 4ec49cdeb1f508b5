import { put, select, take, takeLeading } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import { selectFamilies } from '../selectors';
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

function* enterStoredFamily() {
  const known = new Set((yield* select(selectFamilies)).map(({ id }) => id));
  const outcome = yield* take([familyEntered, familySetupFailed]);
  if (!familySetupFailed.match(outcome) || !UNEXPLAINED.includes(outcome.payload.error.code)) return;
  yield* put(familiesRequested());
  yield* take([familiesLoaded, familiesLoadFailed]);
  const families = yield* select(selectFamilies);
  const stored = families.find(({ id }) => !known.has(id));
  if (stored) yield* put(familyEntered({ families, familyId: stored.id }));
}
