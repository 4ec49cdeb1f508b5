import type { Dispatch } from '@reduxjs/toolkit';
import type { accountReducer } from '../features/session/account/slice';
import type { alertsReducer } from '../features/alerts/slice';
import type { chatReducer } from '../features/chat/slice';
import type { familiesReducer } from '../features/families/slice';
import type { geofencesReducer } from '../features/geofences/slice';
import type { invitationsReducer } from '../features/families/invitations/slice';
import type { historyReducer } from '../features/locations/history/slice';
import type { locationsReducer } from '../features/locations/slice';
import type { profileReducer } from '../features/families/profile/slice';
import type { sessionReducer } from '../features/session/slice';

/** The whole state. Features are named by type only: at run time the store imports none of them. */
export interface RootState {
  session: ReturnType<typeof sessionReducer>;
  families: ReturnType<typeof familiesReducer>;
  locations: ReturnType<typeof locationsReducer>;
  geofences: ReturnType<typeof geofencesReducer>;
  alerts: ReturnType<typeof alertsReducer>;
  account: ReturnType<typeof accountReducer>;
  invitations: ReturnType<typeof invitationsReducer>;
  profile: ReturnType<typeof profileReducer>;
  history: ReturnType<typeof historyReducer>;
  chat: ReturnType<typeof chatReducer>;
}

export type AppDispatch = Dispatch;
