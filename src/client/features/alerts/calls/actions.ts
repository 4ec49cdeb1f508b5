import { createAction } from '@reduxjs/toolkit';
import type { SosAnswer } from '#contract/sos';
import type { ChosenEnding } from './outbox';

/** Replaces the id of an SOS in the address of the page when an SOS is only practised. */
export const PRACTICE_ID = 'practice';

/* Intents. They are not in the slice, because it is in the first bundle. */

/** The user answers an SOS. */
export const sosAnswered = createAction<{ id: string; answer: SosAnswer }>('alerts/calls/sosAnswered');
/** The user has read what became of what they did. */
export const outcomeDismissed = createAction('alerts/calls/outcomeDismissed');
/** The user ends their own SOS. */
export const sosEndRequested = createAction<{ id: string; ending: ChosenEnding }>(
  'alerts/calls/sosEndRequested',
);
/** The SOS button is pressed, and may be held. */
export const sosHeld = createAction('alerts/calls/sosHeld');
export const sosReleased = createAction('alerts/calls/sosReleased');
/** During the countdown: the SOS is not sent. */
export const quickCallCancelled = createAction('alerts/calls/quickCallCancelled');
/** During the countdown: the SOS is sent now. */
export const quickCallConfirmed = createAction('alerts/calls/quickCallConfirmed');
/** The page of an SOS loads again. */
export const sosPageRequested = createAction<{ id?: string }>('alerts/calls/sosPageRequested');
/** The list of calls may be out of date. */
export const callsOutdated = createAction('alerts/calls/callsOutdated');
/** The answers that wait to be sent have changed, perhaps in another tab. */
export const waitingAnswersChanged = createAction('alerts/calls/waitingAnswersChanged');
/** The ends of the user's own calls that wait to be sent have changed, perhaps in another tab. */
export const waitingEndsChanged = createAction('alerts/calls/waitingEndsChanged');
