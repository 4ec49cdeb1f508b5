import type { Dispatch } from '@reduxjs/toolkit';
import type { alertsReducer } from '../features/alerts/reducer';
import type { chat } from '../features/chat/reducer';
import type { familiesReducer } from '../features/families/reducer';
import type { geofencesReducer } from '../features/geofences/slice';
import type { locationsReducer } from '../features/locations/reducer';
import type { sessionReducer } from '../features/session/reducer';

/** The whole state. It names features by type only: at run time the store imports none of them. */
export interface RootState {
  session: ReturnType<typeof sessionReducer>;
  families: ReturnType<typeof familiesReducer>;
  locations: ReturnType<typeof locationsReducer>;
  geofences: ReturnType<typeof geofencesReducer>;
  alerts: ReturnType<typeof alertsReducer>;
  chat: ReturnType<typeof chat.reducer>;
}

export type AppDispatch = Dispatch;
