import { createSelector } from '@reduxjs/toolkit';
import { selectAlerts, selectAnnounced, selectNames } from './selectors';
import type { Alert } from './slice';
import { ALERT_TITLES, textOf } from './messages';

/** An alert with its words. */
export interface AlertView extends Alert {
  title: string;
  text: string;
}

/** All alerts, newest first. */
export const selectAlertViews = createSelector([selectAlerts, selectNames], (alerts, names) =>
  alerts.map((alert): AlertView => ({
    ...alert,
    title: ALERT_TITLES[alert.type],
    text: textOf(alert, names),
  })),
);

/** Each SOS that is not dismissed on this device, newest first. */
export const selectOpenCalls = createSelector([selectAlertViews], (alerts) =>
  alerts.filter(({ type, read }) => type === 'sos' && !read),
);

/** What the toast says; null hides it. */
export const selectToast = createSelector(
  [selectAnnounced, selectAlertViews],
  (announced, alerts): { title: string; text: string; isAlert: boolean } | null => {
    if (announced === null) return null;
    const [newest, ...more] = announced.flatMap((key) => alerts.find((alert) => alert.key === key) ?? []);
    if (!newest) return { title: 'SOS sent', text: 'Your family has been alerted.', isAlert: false };
    if (more.length === 0) return { title: newest.title, text: newest.text, isAlert: true };
    return {
      title: `${more.length + 1} alerts`,
      text: `${newest.text}, and ${more.length} more`,
      isAlert: true,
    };
  },
);
