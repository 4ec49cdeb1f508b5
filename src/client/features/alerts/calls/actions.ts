import { createAction } from '@reduxjs/toolkit';
import type { SosAnswer } from '#contract/sos';
import type { ChosenEnding } from './outbox';

/** Stands in the address for the id of an SOS where one is only practised. */
export const PRACTICE_ID = 'practice';

/* Intents. They are not in the slice, because it is in the first bundle. */

/** The user answers an SOS. */
export const sosAnswered = createAction<{ id: string; answer: SosAnswer }>('alerts/calls/sosAnswered');
/** The user ends their own SOS. */
export const sosEndRequested = createAction<{ id: string; ending: ChosenEnding }>(
  'alerts/calls/sosEndRequested',
);
/** The SOS button is pressed, and may be held. */
export const sosHeld = createAction('alerts/calls/sosHeld');
export const sosReleased = createAction('alerts/calls/sosReleased');
/** While it is counted: the SOS is not sent. */
export const quickCallCancelled = createAction('alerts/calls/quickCallCancelled');
/** While it is counted: the SOS is sent now. */
export const quickCallConfirmed = createAction('alerts/calls/quickCallConfirmed');
/** The page of an SOS loads again. */
export const sosPageRequested = createAction<{ id?: string }>('alerts/calls/sosPageRequested');
/** The list of calls may be out of date. */
export const callsOutdated = createAction('alerts/calls/callsOutdated');
/** Which answers wait has changed, perhaps in another tab. */
export const waitingAnswersChanged = createAction('alerts/calls/waitingAnswersChanged');
/** Which ends of the user's own calls wait has changed, perhaps in another tab. */
export const waitingEndsChanged = createAction('alerts/calls/waitingEndsChanged');
