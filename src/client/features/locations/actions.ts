import { createAction } from '@reduxjs/toolkit';

/** The user has moved the map of the family. Apart from the slice, which is loaded before anyone has signed in. */
export const mapMovedByHand = createAction('locations/mapMovedByHand');
