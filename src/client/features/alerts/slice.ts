import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { ALERTS_KEPT } from '#contract/limits';
import type { NotificationPermissionState } from '#client/services/types';
import { signedOut } from '#client/features/session/slice';
import { type Alert, dropOldest, freeId, insertAlert, type KeptAlerts, mergedAlerts } from './mergeAlerts';

export type { Alert, AlertType, KeptAlerts } from './mergeAlerts';

/** An alert as it comes in. */
export type Arrival = Omit<Alert, 'id' | 'read'>;

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
  permission: NotificationPermissionState;
  /** What the toast tells: alerts by key, the newest first, or that one's own SOS is out (none); null hides it. */
  announced: string[] | null;
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

/** What has been seen to need not be told any more; the toast goes with the last of it. */
function forgetAnnounced(state: AlertsState, isSeenTo: (alert: Alert) => boolean): void {
  const { announced, items } = state;
  if (!announced?.length) return;
  const open = announced.filter((key) => items.some((alert) => alert.key === key && !isSeenTo(alert)));
  state.announced = open.length > 0 ? open : null;
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
      if (!alert) return;
      alert.read = true;
      forgetAnnounced(state, ({ key }) => key === alert.key);
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
    /** A call that an earlier page or another tab has not sent yet is this tab's matter now. */
    sosResumed(state, { payload }: PayloadAction<Pick<SosState, 'message' | 'open'>>) {
      state.sos = { ...payload, status: 'waiting', error: null };
    },
    sosFoundElsewhere() {},
    /** Another tab has sent it, or the person has taken it back there. */
    sosResolvedInOtherTab(state) {
      state.sos = idleSos;
    },
    alertsRestored(state, { payload }: PayloadAction<KeptAlerts>) {
      state.items = payload.items;
      state.seen = payload.seen;
    },
    alertArrived(state, { payload }: PayloadAction<{ arrival: Arrival; now: number }>) {
      const { arrival, now } = payload;
      if (state.seen.includes(arrival.key)) return;
      const id = freeId(state.items, `${arrival.type}-${now}`);
      insertAlert(state.items, { ...arrival, id, read: false });
      dropOldest(state.items);
      state.seen = [arrival.key, ...state.seen].slice(0, ALERTS_KEPT);
    },
    /** Another tab of this person has told what it knows. */
    alertsMerged(state, { payload }: PayloadAction<KeptAlerts>) {
      Object.assign(state, mergedAlerts({ items: state.items, seen: state.seen }, payload));
      forgetAnnounced(state, ({ read }) => read);
    },
    /** Another tab has got it before this one. */
    alertReceivedInOtherTab(_state, _action: PayloadAction<{ arrival: Arrival }>) {},
    /** It was this tab's turn to call attention to an alert. */
    alertNotified(state, { payload }: PayloadAction<{ key: string }>) {
      state.announced = [payload.key, ...(state.announced ?? [])];
    },
    permissionFound(state, { payload }: PayloadAction<NotificationPermissionState>) {
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
      state.announced = [];
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
  alertsMerged,
  alertReceivedInOtherTab,
  alertNotified,
  permissionFound,
  sosResumed,
  sosFoundElsewhere,
  sosResolvedInOtherTab,
  sosOnItsWay,
  sosDelayed,
  sosFailed,
  sosSent,
} = slice.actions;

export const alertsReducer = slice.reducer;
