import { combineReducers } from '@reduxjs/toolkit';
import { administration } from './administration/reducer';
import { firstSteps } from './firstSteps/reducer';
import { invitationsReducer } from './invitations/slice';
import { profileReducer } from './profile/slice';
import { membershipReducer } from './slice';

export const familiesReducer = combineReducers({
  membership: membershipReducer,
  administration: administration.reducer,
  firstSteps: firstSteps.reducer,
  invitations: invitationsReducer,
  profile: profileReducer,
});
