import { combineReducers } from '@reduxjs/toolkit';
import { administrationReducer } from './administration/slice';
import { invitationsReducer } from './invitations/slice';
import { profileReducer } from './profile/slice';
import { membershipReducer } from './slice';

export const familiesReducer = combineReducers({
  membership: membershipReducer,
  administration: administrationReducer,
  invitations: invitationsReducer,
  profile: profileReducer,
});
