import { createContext } from 'react';

/** Where a marker is drawn, relative to its position, so that it covers no other. */
export interface Placement {
  /** CSS pixels to the right and down. */
  readonly x: number;
  readonly y: number;
  /** Its layer among the markers, from 1. */
  readonly z: number;
  /** What its label says where: of 'name', 'age' and 'above' those that hold, or 'none' (group-markers.css). */
  readonly label?: string;
  /** By how much its label is moved to the right, so that an edge does not cut it. */
  readonly labelX?: number;
  /** The width of its label; missing without one. */
  readonly labelWidth?: number;
  /** A marker with a list replaces it, and is there. */
  readonly isHidden?: boolean;
}

/** Placements by the `placementId` of markers. A marker without one is drawn at its position. */
export type Placements = Readonly<Record<string, Placement>>;

export const PlacementsContext = createContext<Placements>({});
