import { combineReducers } from '@reduxjs/toolkit';
import { accountReducer } from '../features/account/slice';
import { alertsReducer } from '../features/alerts/slice';
import { chatReducer } from '../features/chat/slice';
import { familiesReducer } from '../features/families/slice';
import { geofencesReducer } from '../features/geofences/slice';
import { invitationsReducer } from '../features/invitations/slice';
import { historyReducer } from '../features/history/slice';
import { locationsReducer } from '../features/locations/slice';
import { profileReducer } from '../features/profile/slice';
import { sessionReducer } from '../features/session/slice';

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

export type RootState = ReturnType<typeof rootReducer>;
