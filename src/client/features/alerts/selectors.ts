import { createSelector } from '@reduxjs/toolkit';
import type { RootState } from '#client/store/rootState';
import { selectFamilies } from '#client/features/families/selectors';
import { selectUser } from '#client/features/session/selectors';

export const selectAlerts = (state: RootState) => state.alerts.inbox.items;
export const selectSeenKeys = (state: RootState) => state.alerts.inbox.seen;
export const selectAlertsTab = (state: RootState) => state.alerts.inbox.tab;
export const selectIsListShown = (state: RootState) => state.alerts.inbox.isListShown;
export const selectPermission = (state: RootState) => state.alerts.inbox.permission;
export const selectClearedUpTo = (state: RootState) => state.alerts.inbox.clearedUpTo;
export const selectClickedPath = (state: RootState) => state.alerts.push.clickedPath;
export const selectSos = (state: RootState) => state.alerts.sos;
export const selectAnnounced = (state: RootState) => state.alerts.inbox.announced;

/** The id of the user's own SOS that is open and that they have not ended; undefined: none. */
export function selectOpenSosId(state: RootState): string | undefined {
  const { calls, waitingEnds = {} } = state.alerts.calls;
  const own = selectUser(state)?.id;
  return calls?.find(({ id, userId, endedAt }) => userId === own && endedAt === null && !(id in waitingEnds))
    ?.id;
}

/** What the device keeps. */
export const selectStoredAlerts = createSelector([selectAlerts, selectSeenKeys], (items, seen) => ({
  items,
  seen,
}));

export const selectUnreadCount = createSelector(
  [selectAlerts],
  (alerts) => alerts.filter(({ read }) => !read).length,
);

/** Unread alerts that the Alerts tab has not shown yet: its badge in the bottom bar. */
export const selectBadgeCount = createSelector(
  [selectAlerts],
  (alerts) => alerts.filter(({ read, listed }) => !read && !listed).length,
);

/** The names of all members of the user's families by id. */
export const selectNames = createSelector([selectFamilies], (families): Record<string, string> =>
  Object.fromEntries(families.flatMap(({ members }) => members.map(({ id, name }) => [id, name]))),
);
