import { alertsSettingsOpened, isPageOpened } from '#client/store/pageActions';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { NotificationPermissionState } from '#client/services/types';
import { signedOut } from '#client/features/session/slice';
import { sosEndRequested } from './calls/actions';
import { sosSent } from './sos/slice';
import {
  addSeen,
  type Alert,
  dropOldest,
  freeId,
  insertAlert,
  type StoredAlerts,
  type InboxAnswer,
  mergeAlerts,
  newestAlertId,
  mergeInbox,
  withoutCleared,
} from './mergeAlerts';

export type { Alert, AlertType, StoredAlerts, AlertFromInbox } from './mergeAlerts';

/** An alert as it comes in. */
export type Arrival = Omit<Alert, 'id' | 'read'>;

export type AlertsTab = 'geofences' | 'alerts';

export interface InboxState extends StoredAlerts {
  tab: AlertsTab;
  /** The list of alerts is on screen. */
  isListShown: boolean;
  permission: NotificationPermissionState;
  /** The newest alert in the inbox when the user cleared all; null when nothing was cleared. */
  clearedUpTo: string | null;
  /** What the toast shows: keys of alerts, newest first; an empty list says that the user's SOS was sent; null hides it. */
  announced: string[] | null;
}

const initialState: InboxState = {
  items: [],
  seen: [],
  tab: 'geofences',
  isListShown: false,
  permission: 'unsupported',
  clearedUpTo: null,
  announced: null,
};

/** Drops alerts from the toast once they are read or removed; hides it with the last of them. */
function forgetAnnounced(state: InboxState): void {
  const { announced, items } = state;
  if (!announced?.length) return;
  const open = announced.filter((key) => items.some((alert) => alert.key === key && !alert.read));
  state.announced = open.length > 0 ? open : null;
}

/** Remembers what the list shows, for the badge. */
function markListed(state: InboxState): void {
  if (state.isListShown) for (const alert of state.items) alert.listed = true;
}

/** Takes over what all tabs or devices of the person know. */
function replaceAlerts(state: InboxState, alerts: StoredAlerts): void {
  Object.assign(state, alerts);
  markListed(state);
  forgetAnnounced(state);
}

/** The id of an SOS in the key of its alert. */
export const callOf = ({ type, key }: Arrival): string | undefined =>
  type === 'sos' ? key.split(' ')[1] : undefined;

/** The id of the place in the key of an arrival or a departure; of an earlier server its name. */
export const placeOf = ({ type, key }: Arrival): string | undefined =>
  type === 'geofence_enter' || type === 'geofence_exit' ? key.split(' ')[2] : undefined;

/** The id of the SOS in the key of news of it. */
export const callOfNews = ({ type, key }: Arrival): string | undefined =>
  type === 'sos_news' ? key.split(' ')[1] : undefined;

/** Whether both are about the same SOS, and the first is newer: the ids of alerts grow with time. */
const isLaterCall = (alert: Arrival, other: Arrival): boolean =>
  callOf(alert) !== undefined &&
  callOf(alert) === callOf(other) &&
  (alert.alertId ?? '') > (other.alertId ?? '');

const slice = createSlice({
  name: 'alerts',
  initialState,
  reducers: {
    // Intents
    alertsTabChosen(state, { payload }: PayloadAction<AlertsTab>) {
      state.tab = payload;
      state.isListShown = payload === 'alerts';
      markListed(state);
    },
    alertRead(state, { payload }: PayloadAction<{ id: string }>) {
      const alert = state.items.find(({ id }) => id === payload.id);
      if (!alert) return;
      alert.read = true;
      forgetAnnounced(state);
    },
    allAlertsRead(state) {
      for (const alert of state.items) alert.read = true;
      state.announced = null;
    },
    alertsCleared(state) {
      state.clearedUpTo = newestAlertId(state.items);
      replaceAlerts(
        state,
        withoutCleared(state, () => true),
      );
      state.announced = null;
    },
    toastDismissed(state) {
      state.announced = null;
    },
    // Facts
    alertsRestored(state, { payload }: PayloadAction<StoredAlerts>) {
      state.items = payload.items;
      state.seen = payload.seen;
    },
    alertArrived(state, { payload }: PayloadAction<{ arrival: Arrival; now: number }>) {
      const { arrival, now } = payload;
      if (state.seen.includes(arrival.key)) return;
      // The inbox may have listed it before it was delivered.
      if (!state.items.some((item) => item.key === arrival.key || isLaterCall(item, arrival))) {
        state.items = state.items.filter((item) => !isLaterCall(arrival, item));
        const id = freeId(state.items, `${arrival.type}-${now}`);
        insertAlert(state.items, { ...arrival, id, read: false });
        dropOldest(state.items);
        markListed(state);
      }
      state.seen = addSeen(state.seen, [arrival.key]);
    },
    /** Another tab of this person has stored its alerts. */
    alertsMerged(state, { payload }: PayloadAction<StoredAlerts>) {
      replaceAlerts(state, mergeAlerts(state, payload));
    },
    /** The page is new, or the server may have alerts that this device does not know. */
    inboxOutdated() {},
    inboxLoaded(state, { payload }: PayloadAction<InboxAnswer>) {
      replaceAlerts(state, mergeInbox(state, payload));
    },
    /** Another device of this person has read or dismissed them. */
    alertsReadElsewhere(state, { payload }: PayloadAction<{ ids: string[] }>) {
      for (const alert of state.items) if (payload.ids.includes(alert.alertId ?? '')) alert.read = true;
      forgetAnnounced(state);
    },
    /** Another device of this person has cleared all alerts up to this one. */
    alertsClearedElsewhere(state, { payload }: PayloadAction<{ upTo: string }>) {
      replaceAlerts(
        state,
        withoutCleared(state, ({ alertId }) => alertId !== null && alertId <= payload.upTo),
      );
    },
    /** Another tab received it before this one. */
    alertReceivedInOtherTab(_state, _action: PayloadAction<{ arrival: Arrival }>) {},
    /** It was this tab's turn to call attention to an alert. */
    alertNotified(state, { payload }: PayloadAction<{ key: string }>) {
      if (state.items.some(({ key, read }) => read && key === payload.key)) return;
      state.announced = [payload.key, ...(state.announced ?? [])];
    },
    permissionFound(state, { payload }: PayloadAction<NotificationPermissionState>) {
      state.permission = payload;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => initialState)
      .addCase(sosSent, (state) => {
        state.announced = [];
      })
      // That it was sent is no news any more.
      .addCase(sosEndRequested, (state) => {
        if (state.announced?.length === 0) state.announced = null;
      })
      .addCase(alertsSettingsOpened, (state) => {
        state.tab = state.items.some(({ read }) => !read) ? 'alerts' : 'geofences';
      })
      .addMatcher(isPageOpened, (state, action) => {
        state.isListShown = alertsSettingsOpened.match(action) && state.tab === 'alerts';
        markListed(state);
      }),
});

export const {
  alertsTabChosen,
  alertRead,
  allAlertsRead,
  alertsCleared,
  toastDismissed,
  alertsRestored,
  alertArrived,
  alertsMerged,
  inboxOutdated,
  inboxLoaded,
  alertsReadElsewhere,
  alertsClearedElsewhere,
  alertReceivedInOtherTab,
  alertNotified,
  permissionFound,
} = slice.actions;

export const inboxReducer = slice.reducer;
