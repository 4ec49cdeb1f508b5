import { takeEvery, takeLatest } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import { forgetStoredDeletion, saveStoredGeofence } from './sagas/lostAnswers';
import { FORM_CHANGED, findOwnPlace, searchAddress } from './sagas/places';
import { deleteGeofence, recheckForm, saveGeofence } from './sagas/save';
import {
  addressSubmitted,
  deleteConfirmed,
  deleteFailed,
  draftChanged,
  geofenceSubmitted,
  ownPlaceRequested,
  placePicked,
  placePressed,
  savingStarted,
} from './slice';

/** What the page of places does: creating, changing and deleting geofences, and finding their places. */
export function* geofenceFormSaga(services: Services) {
  yield* takeEvery(geofenceSubmitted, guarded(saveGeofence), services);
  yield* takeEvery([draftChanged, placePressed, placePicked], guarded(recheckForm), services);
  yield* takeEvery(deleteConfirmed, guarded(deleteGeofence), services);
  yield* takeEvery(savingStarted, guarded(saveStoredGeofence), services);
  yield* takeEvery(deleteFailed, guarded(forgetStoredDeletion), services);
  yield* takeLatest(ownPlaceRequested, guarded(findOwnPlace), services);
  yield* takeLatest([addressSubmitted, ...FORM_CHANGED], guarded(searchAddress), services);
}
