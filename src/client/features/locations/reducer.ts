import { combineReducers } from '@reduxjs/toolkit';
import { addressesReducer } from './addresses/slice';
import { historyReducer } from './history/reducer';
import { imports } from './imports/reducer';
import { liveReducer } from './slice';

export const locationsReducer = combineReducers({
  live: liveReducer,
  addresses: addressesReducer,
  history: historyReducer,
  imports: imports.reducer,
});
