import { call, put, select, takeEvery } from 'typed-redux-saga';
import type { Services } from '#client/services/types';
import { selectPermission } from '#client/features/alerts/selectors';
import { permissionFound } from '#client/features/alerts/slice';
import type { FirstStep } from '#client/features/families/firstSteps/reducer';
import { selectFirstSteps } from '#client/features/families/firstSteps/selectors';
import {
  firstStepsBegun,
  skippedStepsShown,
  stepsDone,
  stepSkipped,
} from '#client/features/families/firstSteps/slice';
import {
  FIRST_STEPS,
  firstStepsKey,
  parseStoredFirstSteps,
} from '#client/features/families/firstSteps/storage';
import { selectFamilies } from '#client/features/families/selectors';
import { familiesLoaded, familyEntered } from '#client/features/families/slice';
import { selectGeofences } from '#client/features/geofences/selectors';
import { geofenceSaved, geofencesLoaded } from '#client/features/geofences/slice';
import { ownLocationReceived } from '#client/features/locations/slice';
import { phonesLoaded } from '#client/features/locations/phones/slice';
import { ownPhoneLoaded } from '#client/features/locations/whereabouts/slice';
import { selectUser } from '#client/features/session/selectors';
import type { RootState } from '#client/store/rootState';

/** Facts by which a step may be done. */
const NEWS = [firstStepsBegun, familiesLoaded, geofencesLoaded, geofenceSaved, permissionFound];

/** Begins the first steps in a family that is created or joined here, finds what is done, and keeps that. */
export function* firstStepsSaga({ storage }: Services) {
  const user = yield* select(selectUser);
  if (!user) return;
  const key = firstStepsKey(user.id);
  yield* takeEvery(familyEntered, begin);
  yield* takeEvery(NEWS, findDone);
  yield* takeEvery([phonesLoaded, ownPhoneLoaded], phoneFound);
  // Not when sharing starts: a browser may still deny the position.
  yield* takeEvery(ownLocationReceived, () => markDone(['share']));
  yield* takeEvery([firstStepsBegun, stepsDone, stepSkipped, skippedStepsShown], function* () {
    const { familyId, done, skipped } = yield* select(selectFirstSteps);
    yield* call(storage.set, key, JSON.stringify({ familyId, done, skipped }));
  });
  const stored = parseStoredFirstSteps(yield* call(storage.get, key));
  if (stored) yield* put(firstStepsBegun(stored));
}

function* begin({ payload: { familyId, wasMember } }: ReturnType<typeof familyEntered>) {
  if (familyId !== null && !wasMember) yield* put(firstStepsBegun({ familyId, done: [], skipped: [] }));
}

function* phoneFound({ payload }: ReturnType<typeof phonesLoaded | typeof ownPhoneLoaded>) {
  const phone = Array.isArray(payload) ? payload[0] : payload;
  if (phone) yield* markDone(['phone']);
}

function* findDone() {
  const state = yield* select((whole: RootState) => whole);
  yield* markDone(FIRST_STEPS.filter((step) => isDone(state, step)));
}

function* markDone(steps: FirstStep[]) {
  const { familyId, done } = yield* select(selectFirstSteps);
  const fresh = steps.filter((step) => !done.includes(step));
  if (familyId !== null && fresh.length > 0) yield* put(stepsDone({ steps: fresh }));
}

function isDone(state: RootState, step: FirstStep): boolean {
  const { familyId } = selectFirstSteps(state);
  switch (step) {
    case 'invite':
      return (selectFamilies(state).find(({ id }) => id === familyId)?.members.length ?? 0) > 1;
    case 'home':
      return selectGeofences(state).some(
        ({ familyId: id, kind, createdBy }) =>
          id === familyId &&
          (kind === 'home' || ((kind ?? 'other') === 'other' && createdBy === selectUser(state)?.id)),
      );
    case 'notifications':
      return selectPermission(state) === 'granted';
    case 'share':
    case 'phone':
      return false;
  }
}
