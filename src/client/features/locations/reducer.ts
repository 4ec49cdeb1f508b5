import { combineReducers } from '@reduxjs/toolkit';
import { addressesReducer } from './addresses/slice';
import { history } from './history/reducer';
import { imports } from './imports/reducer';
import { phones } from './phones/reducer';
import { points } from './points/reducer';
import { liveReducer } from './slice';
import { whereabouts } from './whereabouts/reducer';

export const locationsReducer = combineReducers({
  live: liveReducer,
  addresses: addressesReducer,
  history: history.reducer,
  imports: imports.reducer,
  phones: phones.reducer,
  points: points.reducer,
  whereabouts: whereabouts.reducer,
});
