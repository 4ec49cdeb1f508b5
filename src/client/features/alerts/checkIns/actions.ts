import { createAction } from '@reduxjs/toolkit';
import type { OnceAlert } from '#contract/checkIns';

/* What the user does about check-ins. */

/** What the form of a new check-in holds. */
export interface NewCheckIn {
  /** null for a place that is not saved. */
  geofenceId: string | null;
  placeName: string;
  /** When it is due, epoch milliseconds. */
  dueAt: number;
  graceMinutes: number;
  /** The ids of its watchers. */
  people: string[];
  shareLast: boolean;
}

/** The page is new, or the server may know of check-ins that this device does not. */
export const checkInsOutdated = createAction('alerts/checkIns/outdated');
/** `requestId`: starting the check-in accepts this request. */
export const checkInFormOpened = createAction<{ requestId: string | null }>('alerts/checkIns/formOpened');
export const checkInFormClosed = createAction('alerts/checkIns/formClosed');
export const checkInSubmitted = createAction<NewCheckIn>('alerts/checkIns/submitted');
export const checkInExtended = createAction<{ id: string; minutes: number }>('alerts/checkIns/extended');
export const checkInEnded = createAction<{ id: string; how: 'arrived' | 'cancelled' }>(
  'alerts/checkIns/ended',
);
/** The user has seen that a member's check-in was missed. */
export const missedCheckInSeen = createAction<{ id: string }>('alerts/checkIns/missedSeen');

/** The user asks a member to start a check-in. */
export const checkInRequested = createAction<{ userId: string }>('alerts/checkIns/requested');
/** Starts what is proposed, or nothing where the user is on the way already. */
export const checkInRequestAccepted = createAction<{ id: string; checkIn: NewCheckIn | null }>(
  'alerts/checkIns/requestAccepted',
);
export const checkInRequestDeclined = createAction<{ id: string }>('alerts/checkIns/requestDeclined');

/** `userId`: the member who arrives or departs. */
export const onceAlertAdded = createAction<OnceAlert & { userId: string }>('alerts/checkIns/onceAdded');
export const onceAlertRemoved = createAction<OnceAlert & { userId: string }>('alerts/checkIns/onceRemoved');
