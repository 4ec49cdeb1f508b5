import { createContext } from 'react';

/** Where a marker is drawn, relative to its position, so that it covers no other. */
export interface Placement {
  /** CSS pixels to the right and down. */
  readonly x: number;
  readonly y: number;
  /** Its layer among the markers, from 1. */
  readonly z: number;
  /** Its label is above it, because below it would cover another marker. */
  readonly isLabelAbove?: boolean;
  /** Its label is hidden, because above and below it would cover another marker. */
  readonly isLabelHidden?: boolean;
  /** Its label says the name of a member without a picture, because there is room for it. */
  readonly isNamed?: boolean;
  /** The width of its label; missing without one. */
  readonly labelWidth?: number;
  /** A marker with a list replaces it, and is there. */
  readonly isHidden?: boolean;
}

/** Placements by the `placementId` of markers. A marker without one is drawn at its position. */
export type Placements = Readonly<Record<string, Placement>>;

export const PlacementsContext = createContext<Placements>({});
