import type { Action } from '@reduxjs/toolkit';
import { put, select, take } from 'typed-redux-saga';
import type { Services } from '#client/services/types';
import {
  selectDeleteFailure,
  selectGeofenceForm,
  selectGeofences,
  selectGeofencesStatus,
} from '../selectors';
import {
  deleteFailed,
  editGeofenceOpened,
  geofenceDeleted,
  type GeofenceForm,
  geofenceFormClosed,
  geofenceSaved,
  geofencesLoaded,
  geofencesRequested,
  newGeofenceOpened,
  saveFailed,
  savingStarted,
} from '../slice';
import { isUnexplained, storedPlace } from './save';

/** After these, an answer to the form of before is not waited for. */
const FORM_MOVED_ON = [savingStarted, geofenceFormClosed, newGeofenceOpened, editGeofenceOpened];

/** Takes over what the server stored although its answer was lost, so that a geofence is not created twice. */
export function* saveStoredGeofence() {
  const form = yield* select(selectGeofenceForm);
  if (!form) return;
  const { id: editedId, key: formKey } = form;
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
  while (geofencesLoaded.match(yield* take([geofencesLoaded, ...FORM_MOVED_ON]))) {
    const geofence = yield* storedPlace(form);
    // What was changed meanwhile is saved with the next try.
    if (!geofence || known.has(geofence.id) || !(yield* isUnchanged(form))) continue;
    return void (yield* put(geofenceSaved({ geofence, formKey })));
  }
}

/** Whether the form still is what was sent. */
function* isUnchanged(sent: GeofenceForm) {
  const form = yield* select(selectGeofenceForm);
  const { status, failure } = sent;
  return JSON.stringify({ ...form, status, failure }) === JSON.stringify(sent);
}

/** Takes over a deletion whose answer was lost. */
export function* forgetStoredDeletion(_services: Services, { payload }: ReturnType<typeof deleteFailed>) {
  if (!isUnexplained(payload)) return;
  yield* put(geofencesRequested());
  const { id } = payload;
  // Without a connection, only a later list tells.
  do yield* take(geofencesLoaded);
  while ((yield* select(selectGeofences)).some((each) => each.id === id));
  if ((yield* select(selectDeleteFailure))?.id === id) yield* put(geofenceDeleted({ id }));
}
