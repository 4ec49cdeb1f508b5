import type { Action } from '@reduxjs/toolkit';
import { put, select, take, takeEvery } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import { selectSelectedFamily } from '#client/features/families/selectors';
import {
  selectDeleteFailure,
  selectGeofenceForm,
  selectGeofences,
  selectGeofencesStatus,
} from '../selectors';
import {
  deleteFailed,
  geofenceDeleted,
  geofenceFormClosed,
  geofenceSaved,
  geofencesLoaded,
  geofencesRequested,
  saveFailed,
  savingStarted,
} from '../slice';
import { isUnexplained } from './save';

/** Takes over what the server stored although its answer was lost, so that a geofence is not created twice. */
export function* watchLostGeofences(services: Services) {
  yield* takeEvery(savingStarted, guarded(saveStoredGeofence), services);
  yield* takeEvery(deleteFailed, guarded(forgetStoredDeletion), services);
}

function* saveStoredGeofence() {
  const form = yield* select(selectGeofenceForm);
  if (!form) return;
  const { id: editedId, key: formKey, name } = form;
  const family = yield* select(selectSelectedFamily);
  const isListKnown = (yield* select(selectGeofencesStatus)) === 'ready';
  const known = new Set((yield* select(selectGeofences)).map(({ id }) => id));
  const outcome = yield* take(
    (action: Action) =>
      (saveFailed.match(action) || geofenceSaved.match(action)) && action.payload.formKey === formKey,
  );
  if (!saveFailed.match(outcome) || !isUnexplained(outcome.payload.failure)) return;
  yield* put(geofencesRequested());
  // Otherwise a place of before could count as the stored one.
  if (editedId !== null || !isListKnown) return;
  // Without a connection, only a later list tells.
  while (geofencesLoaded.match(yield* take([geofencesLoaded, savingStarted, geofenceFormClosed]))) {
    const geofence = (yield* select(selectGeofences)).find(
      (each) => each.name === name.trim() && each.familyId === family?.id && !known.has(each.id),
    );
    if (geofence) return void (yield* put(geofenceSaved({ geofence, formKey })));
  }
}

function* forgetStoredDeletion(_services: Services, { payload }: ReturnType<typeof deleteFailed>) {
  if (!isUnexplained(payload)) return;
  yield* put(geofencesRequested());
  const { id } = payload;
  // Without a connection, only a later list tells.
  do yield* take(geofencesLoaded);
  while ((yield* select(selectGeofences)).some((each) => each.id === id));
  if ((yield* select(selectDeleteFailure))?.id === id) yield* put(geofenceDeleted({ id }));
}
