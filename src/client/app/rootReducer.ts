import { combineReducers } from '@reduxjs/toolkit';
import { alertsReducer } from '#client/features/alerts/reducer';
import { chatReducer } from '#client/features/chat/slice';
import { familiesReducer } from '#client/features/families/reducer';
import { geofencesReducer } from '#client/features/geofences/slice';
import { locationsReducer } from '#client/features/locations/reducer';
import { sessionReducer } from '#client/features/session/reducer';

export const rootReducer = combineReducers({
  session: sessionReducer,
  families: familiesReducer,
  locations: locationsReducer,
  geofences: geofencesReducer,
  alerts: alertsReducer,
  chat: chatReducer,
});
