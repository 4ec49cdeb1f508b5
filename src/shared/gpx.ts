/*
 * What tells the waypoints of Kinmap's GPX files apart when one is imported again: stays, which follow from the positions
 * of the track, and positions that are not in it.
 */

/** Value of the attribute `creator`. */
export const GPX_CREATOR = 'Kinmap';
/** How the description of a waypoint begins that is a position. */
export const GPX_OUTLIER = 'Not in the line';
