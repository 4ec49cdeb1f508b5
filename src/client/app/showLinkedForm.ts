import { isAnyOf } from '@reduxjs/toolkit';
import { put, take, takeLatest } from 'typed-redux-saga';
import { alertsTabChosen, toastDismissed } from '#client/features/alerts/slice';
import { editGeofenceOpened, newGeofenceOpened } from '#client/features/geofences/slice';
import { alertsSettingsOpened, isPageOpened } from '#client/store/pageActions';

/** A form that was opened on the page of places stays behind when the toast leads to the alerts. */
const isLeft = isAnyOf(isPageOpened, toastDismissed);

/** A link that opens the form of a place leads to it, also while an alert is unread, with which the page would begin. */
export function* showLinkedForm() {
  yield* takeLatest([newGeofenceOpened, editGeofenceOpened], function* () {
    const action = yield* take(isLeft);
    if (alertsSettingsOpened.match(action)) yield* put(alertsTabChosen('geofences'));
  });
}
