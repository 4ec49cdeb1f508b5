import { createSelector } from '@reduxjs/toolkit';
import { selectAlerts, selectAnnounced, selectNames } from './selectors';
import { type Alert, callOf, callOfNews } from './slice';
import type { RootState } from '#client/store/rootState';

/** An alert with the name of the person it is about. */
export interface AlertView extends Alert {
  name: string;
}

/**
 * The name in an alert: an SOS names its sender, a crossing the member as far as they are known; else the id.
 * @param nameOf a person's name by id
 */
export function nameIn(
  { type, userId, userName }: Pick<Alert, 'type' | 'userId' | 'userName'>,
  nameOf: Readonly<Record<string, string>>,
): string {
  return (type === 'sos' && userName) || (nameOf[userId] ?? userId);
}

/** All alerts, newest first. */
export const selectAlertViews = createSelector([selectAlerts, selectNames], (alerts, names) =>
  alerts.map((alert): AlertView => ({ ...alert, name: nameIn(alert, names) })),
);

/**
 * Each SOS that is not dismissed on this device: first the newest of each caller, so that none hides another's call, and
 * last those that are over.
 */
export const selectOpenCalls = createSelector([selectAlertViews], (alerts) => {
  const open = alerts.filter(({ type, read }) => type === 'sos' && !read);
  const newest = new Map(open.toReversed().map((alert) => [alert.userId, alert]));
  const over = alerts.map((alert) => alert.news && 'ending' in alert.news && callOfNews(alert));
  const isOver = (alert: Alert) => over.includes(callOf(alert));
  const ordered = [...new Set([...newest.values(), ...open])];
  return [...ordered.filter((alert) => !isOver(alert)), ...ordered.filter(isOver)];
});

/** Whether an SOS has a banner on this device. @param id of the SOS; undefined: of none */
export const selectHasBanner = (state: RootState, id: string | undefined): boolean =>
  selectOpenCalls(state).some((alert) => callOf(alert) === id);

/** What the toast shows: alerts, the newest first, or, without alerts, that the user's SOS was sent; null hides it. */
export const selectToast = createSelector([selectAnnounced, selectAlertViews], (announced, alerts) =>
  announced === null ? null : announced.flatMap((key) => alerts.find((alert) => alert.key === key) ?? []),
);
