import { createSelector } from '@reduxjs/toolkit';
import { selectFamilies } from '../families/selectors';
import { selectAlerts, selectAnnounced, selectNames } from './selectors';
import type { Alert } from './slice';
import { ALERT_TITLES, textOf } from './texts';

/** The phone numbers that the server has told, by person. */
const selectPhones = createSelector([selectFamilies], (families): Record<string, string | null | undefined> =>
  Object.fromEntries(families.flatMap(({ members }) => members.map(({ id, phone }) => [id, phone]))),
);

/** An alert with its words. */
export interface AlertView extends Alert {
  title: string;
  text: string;
  /** Of the person it is about; null when it is not known. */
  phone: string | null;
}

/** All alerts, newest first. */
export const selectAlertViews = createSelector(
  [selectAlerts, selectNames, selectPhones],
  (alerts, names, phones) =>
    alerts.map((alert): AlertView => ({
      ...alert,
      title: ALERT_TITLES[alert.type],
      text: textOf(alert, names),
      phone: phones[alert.userId] ?? null,
    })),
);

/** The calls for help that nobody here has dismissed yet, newest first. */
export const selectOpenCalls = createSelector([selectAlertViews], (alerts) =>
  alerts.filter(({ type, read }) => type === 'sos' && !read),
);

/** What the toast says; null hides it. */
export const selectToast = createSelector(
  [selectAnnounced, selectAlertViews],
  (announced, alerts): { title: string; text: string; isAlert: boolean } | null => {
    if (announced === null) return null;
    if (announced.alertId === null)
      return { title: 'SOS sent', text: 'Your family has been alerted.', isAlert: false };
    const alert = alerts.find(({ id }) => id === announced.alertId);
    return alert ? { title: alert.title, text: alert.text, isAlert: true } : null;
  },
);
