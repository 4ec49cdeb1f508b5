import { createAction } from '@reduxjs/toolkit';

/** Ends the user's pause. Apart from the slice, which loads after the map. */
export const resumeRequested = createAction('locations/whereabouts/resumeRequested');
