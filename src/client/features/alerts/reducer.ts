import { combineReducers } from '@reduxjs/toolkit';
import { callsReducer } from './calls/slice';
import { channels } from './channels/reducer';
import { checkIns } from './checkIns/reducer';
import { preferencesReducer } from './preferences/slice';
import { pushReducer } from './push/slice';
import { inboxReducer } from './slice';
import { sosReducer } from './sos/slice';

export const alertsReducer = combineReducers({
  inbox: inboxReducer,
  sos: sosReducer,
  calls: callsReducer,
  preferences: preferencesReducer,
  push: pushReducer,
  channels: channels.reducer,
  checkIns: checkIns.reducer,
});
