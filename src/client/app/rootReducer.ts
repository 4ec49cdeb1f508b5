import { combineReducers } from '@reduxjs/toolkit';
import { familiesReducer } from '../features/families/slice';
import { locationsReducer } from '../features/locations/slice';
import { sessionReducer } from '../features/session/slice';

export const rootReducer = combineReducers({
  session: sessionReducer,
  families: familiesReducer,
  locations: locationsReducer,
});

export type RootState = ReturnType<typeof rootReducer>;
