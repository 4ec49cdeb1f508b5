import { combineReducers } from '@reduxjs/toolkit';
import { accountLinksReducer } from './accountLinks/slice';
import { account } from './account/reducer';
import { deviceReducer } from './device/slice';
import { devicesReducer } from './devices/slice';
import { factorsReducer } from './factors/slice';
import { secondStepReducer } from './secondStep/slice';
import { authReducer } from './slice';

export const sessionReducer = combineReducers({
  auth: authReducer,
  device: deviceReducer,
  devices: devicesReducer,
  account: account.reducer,
  accountLinks: accountLinksReducer,
  factors: factorsReducer,
  secondStep: secondStepReducer,
});
