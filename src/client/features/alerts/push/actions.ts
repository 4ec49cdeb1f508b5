import { createAction } from '@reduxjs/toolkit';
import type { NotifySettings } from '#contract/notifications';

/* What the user does on the notifications page. */

/** Alerts on this device. */
export const pushSwitched = createAction<{ on: boolean }>('alerts/push/pushSwitched');
export const pushTestRequested = createAction('alerts/push/pushTestRequested');
export const pushDeviceRemoved = createAction<{ id: string }>('alerts/push/pushDeviceRemoved');
export const notifySettingsChanged = createAction<Omit<NotifySettings, 'timeZone'>>(
  'alerts/push/notifySettingsChanged',
);
