import { call, put, select, takeEvery } from 'typed-redux-saga';
import type { Services } from '#client/services/types';
import { isReachedByPushes } from '#client/features/alerts/push/sagas/device';
import { pushInfoLoaded } from '#client/features/alerts/push/slice';
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
import { selectOwnPosition } from '#client/features/locations/selectors';
import { ownLocationReceived } from '#client/features/locations/slice';
import { phonesLoaded } from '#client/features/locations/phones/slice';
import { selectIsShared } from '#client/features/locations/whereabouts/selectors';
import { ownPhoneLoaded } from '#client/features/locations/whereabouts/slice';
import { selectUser } from '#client/features/session/selectors';
import type { RootState } from '#client/store/rootState';

/** Facts by which a step may be done. */
const NEWS = [
  firstStepsBegun,
  familiesLoaded,
  geofencesLoaded,
  geofenceSaved,
  permissionFound,
  pushInfoLoaded,
];

/** Begins the first steps in a family that is created or joined here, finds what is done, and keeps that. */
export function* firstStepsSaga(services: Services) {
  const { storage } = services;
  const user = yield* select(selectUser);
  if (!user) return;
  const key = firstStepsKey(user.id);
  yield* takeEvery(familyEntered, begin);
  yield* takeEvery(NEWS, findDone, services);
  yield* takeEvery([phonesLoaded, ownPhoneLoaded], phoneFound);
  // Not when sharing starts: a browser may still deny the position.
  yield* takeEvery(ownLocationReceived, () => markDone(() => ['share']));
  yield* takeEvery([firstStepsBegun, stepsDone, stepSkipped, skippedStepsShown], function* () {
    const { families } = yield* select(selectFirstSteps);
    yield* call(storage.set, key, JSON.stringify(families));
  });
  const stored = parseStoredFirstSteps(yield* call(storage.get, key));
  for (const family of stored) yield* put(firstStepsBegun(family));
}

function* begin({ payload: { familyId, wasMember } }: ReturnType<typeof familyEntered>) {
  if (familyId !== null && !wasMember) yield* put(firstStepsBegun({ familyId, done: [], skipped: [] }));
}

function* phoneFound({ payload }: ReturnType<typeof phonesLoaded | typeof ownPhoneLoaded>) {
  const phone = Array.isArray(payload) ? payload[0] : payload;
  if (phone) yield* markDone(() => ['phone']);
}

function* findDone(services: Services) {
  const isNotified = yield* isReachedByPushes(services);
  const state = yield* select((whole: RootState) => whole);
  yield* markDone((familyId) =>
    FIRST_STEPS.filter((step) =>
      step === 'notifications' ? isNotified : isDoneInState(state, step, familyId),
    ),
  );
}

/** Marks the steps that are done in a family, for every family that has steps. */
function* markDone(doneIn: (familyId: string) => FirstStep[]) {
  const { families } = yield* select(selectFirstSteps);
  for (const { familyId, done } of families) {
    const steps = doneIn(familyId).filter((step) => !done.includes(step));
    if (steps.length > 0) yield* put(stepsDone({ familyId, steps }));
  }
}

function isDoneInState(
  state: RootState,
  step: Exclude<FirstStep, 'notifications'>,
  familyId: string,
): boolean {
  switch (step) {
    case 'invite':
      return (selectFamilies(state).find(({ id }) => id === familyId)?.members.length ?? 0) > 1;
    case 'home':
      return selectGeofences(state).some(
        ({ familyId: id, kind, createdBy }) =>
          id === familyId &&
          (kind === 'home' || ((kind ?? 'other') === 'other' && createdBy === selectUser(state)?.id)),
      );
    case 'share':
      // Whoever stands still sends no new position.
      return selectIsShared(state) && selectOwnPosition(state) !== undefined;
    case 'phone':
      return false;
  }
}
