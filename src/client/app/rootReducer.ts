import { combineReducers } from '@reduxjs/toolkit';
import { accountReducer } from '#client/features/session/account/slice';
import { alertsReducer } from '#client/features/alerts/slice';
import { chatReducer } from '#client/features/chat/slice';
import { familiesReducer } from '#client/features/families/slice';
import { geofencesReducer } from '#client/features/geofences/slice';
import { invitationsReducer } from '#client/features/families/invitations/slice';
import { historyReducer } from '#client/features/locations/history/slice';
import { locationsReducer } from '#client/features/locations/slice';
import { profileReducer } from '#client/features/families/profile/slice';
import { sessionReducer } from '#client/features/session/slice';

export const rootReducer = combineReducers({
  session: sessionReducer,
  families: familiesReducer,
  locations: locationsReducer,
  geofences: geofencesReducer,
  alerts: alertsReducer,
  account: accountReducer,
  invitations: invitationsReducer,
  profile: profileReducer,
  history: historyReducer,
  chat: chatReducer,
});
