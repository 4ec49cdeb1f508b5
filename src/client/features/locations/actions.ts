import { createAction } from '@reduxjs/toolkit';

/** The user has moved the map of the family. Apart from the slice, which is loaded before anyone has signed in. */
export const mapMovedByHand = createAction('locations/mapMovedByHand');

/** Ends the user's pause. Apart from the slice, which loads after the map. */
export const resumeRequested = createAction('locations/whereabouts/resumeRequested');

/** Another device of the user has paused or resumed. */
export const sharingOutdated = createAction('locations/whereabouts/sharingOutdated');

/** Where this device keeps the time at which sharing ends. Sharing may begin before the timer is loaded. */
export const sharingEndKey = (userId: string) => `sharing-end:${userId}`;
