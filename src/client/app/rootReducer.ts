import { combineReducers } from '@reduxjs/toolkit';
import { alertsReducer } from '#client/features/alerts/reducer';
import { chat } from '#client/features/chat/reducer';
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
  chat: chat.reducer,
});
