import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { ALERTS_KEPT } from '../../../contract/limits';
import type { NotificationsPermission } from '../../services/types';
import { signedOut } from '../session/slice';

export type AlertType = 'sos' | 'geofence_enter' | 'geofence_exit';

/** Something the family should know. Fields that its type has not are null. */
export interface Alert {
  /** Built from the type and the time it came in. */
  id: string;
  /** Names the event itself: delivered again it has the same key. */
  key: string;
  type: AlertType;
  read: boolean;
  /** When it happened, ISO 8601. */
  timestamp: string;
  userId: string;
  userName: string | null;
  geofenceName: string | null;
  latitude: number | null;
  longitude: number | null;
  message: string | null;
  /** Of whoever calls for help, to call back. */
  phone: string | null;
}

/** An alert as it comes in. */
export type Arrival = Omit<Alert, 'id' | 'read'>;

/** What a device keeps of its alerts. */
export interface KeptAlerts {
  /** Newest first. */
  items: Alert[];
  /** Keys of what has come in lately, cleared alerts included, so that none comes twice. */
  seen: string[];
}

export type AlertsTab = 'geofences' | 'alerts';

/** One's own call for help: being written, on its way, or waiting for the network. */
export interface SosState {
  open: boolean;
  status: 'idle' | 'locating' | 'sending' | 'waiting';
  error: string | null;
  /** The message on its way. */
  message: string;
}

export interface AlertsState extends KeptAlerts {
  tab: AlertsTab;
  permission: NotificationsPermission;
  /** What the toast tells: the alert with this id, or that one's own SOS is out; null hides it. */
  announced: { alertId: string | null } | null;
  sos: SosState;
}

const idleSos: SosState = { open: false, status: 'idle', error: null, message: '' };

const initialState: AlertsState = {
  items: [],
  seen: [],
  tab: 'geofences',
  permission: 'unsupported',
  announced: null,
  sos: idleSos,
};

/** An id that no alert in the list has, also within one millisecond. */
function freeId(items: Alert[], wanted: string): string {
  let id = wanted;
  for (let count = 2; items.some((item) => item.id === id); count += 1) id = `${wanted}-${count}`;
  return id;
}

/** Keeps the newest, and every call for help that nobody here has dismissed. */
function dropOldest(items: Alert[]): void {
  while (items.length > ALERTS_KEPT) {
    const place = items.findLastIndex(({ type, read }) => type !== 'sos' || read);
    items.splice(place, 1);
  }
}

const slice = createSlice({
  name: 'alerts',
  initialState,
  reducers: {
    // Intents
    alertsSettingsOpened(state) {
      state.tab = state.items.some(({ read }) => !read) ? 'alerts' : 'geofences';
    },
    alertsTabChosen(state, { payload }: PayloadAction<AlertsTab>) {
      state.tab = payload;
    },
    alertRead(state, { payload }: PayloadAction<{ id: string }>) {
      const alert = state.items.find(({ id }) => id === payload.id);
      if (alert) alert.read = true;
      if (state.announced?.alertId === payload.id) state.announced = null;
    },
    alertsCleared(state) {
      state.items = [];
      state.announced = null;
    },
    toastDismissed(state) {
      state.announced = null;
    },
    notificationsRequested() {},
    sosOpened(state) {
      state.sos.open = true;
      state.sos.error = null;
    },
    /** The dialog is put away; an SOS on its way stays on its way. */
    sosClosed(state) {
      state.sos.open = false;
    },
    sosSubmitted(state, { payload }: PayloadAction<{ message: string }>) {
      state.sos = { open: true, status: 'locating', error: null, message: payload.message };
    },
    sosCancelled(state) {
      state.sos = idleSos;
    },
    // Facts
    alertsRestored(state, { payload }: PayloadAction<KeptAlerts>) {
      state.items = payload.items;
      state.seen = payload.seen;
    },
    alertArrived(state, { payload }: PayloadAction<{ arrival: Arrival; now: number }>) {
      const { arrival, now } = payload;
      if (state.seen.includes(arrival.key)) return;
      const id = freeId(state.items, `${arrival.type}-${now}`);
      const place = state.items.findIndex(({ timestamp }) => timestamp <= arrival.timestamp);
      state.items.splice(place === -1 ? state.items.length : place, 0, { ...arrival, id, read: false });
      dropOldest(state.items);
      state.seen = [arrival.key, ...state.seen].slice(0, ALERTS_KEPT);
      // An SOS has a banner of its own.
      if (arrival.type !== 'sos') state.announced = { alertId: id };
    },
    permissionFound(state, { payload }: PayloadAction<NotificationsPermission>) {
      state.permission = payload;
    },
    sosOnItsWay(state, { payload }: PayloadAction<{ message: string }>) {
      state.sos.status = 'sending';
      state.sos.message = payload.message;
    },
    sosDelayed(state) {
      state.sos.status = 'waiting';
    },
    sosFailed(state, { payload }: PayloadAction<{ error: string }>) {
      state.sos = { ...state.sos, open: true, status: 'idle', error: payload.error };
    },
    sosSent(state) {
      state.sos = idleSos;
      state.announced = { alertId: null };
    },
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => initialState),
});

export const {
  alertsSettingsOpened,
  alertsTabChosen,
  alertRead,
  alertsCleared,
  toastDismissed,
  notificationsRequested,
  sosOpened,
  sosClosed,
  sosSubmitted,
  sosCancelled,
  alertsRestored,
  alertArrived,
  permissionFound,
  sosOnItsWay,
  sosDelayed,
  sosFailed,
  sosSent,
} = slice.actions;

export const alertsReducer = slice.reducer;
