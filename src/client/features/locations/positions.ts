import type { Location } from '#contract/locations';
import { headingBetween } from '#shared/geo';

/** A person's newest position. `heading` is the direction of the last move in degrees from north, null when unknown. */
export type MemberLocation = Location & { heading: number | null };

/**
 * Newest positions as rows with an index. A change copies the row list, which is one memory copy, where a keyed record
 * would be rebuilt key by key.
 */
export interface Positions {
  rows: MemberLocation[];
  /** Row of each person by user id. */
  rowOf: Record<string, number>;
}

export const EMPTY_POSITIONS: Positions = { rows: [], rowOf: {} };

/** Two fixes that are closer than this differ by noise only, so the direction between them means nothing. In metres. */
const HEADING_MIN_MOVE_M = 8;

/** The newest position of a person, or undefined. */
export function positionOf({ rows, rowOf }: Positions, userId: string): MemberLocation | undefined {
  const row = rowOf[userId];
  return row === undefined ? undefined : rows[row];
}

/** Adds the heading to a new location: the old one while the person hardly moves. */
function withHeading(
  before: MemberLocation | undefined,
  { userId, latitude, longitude, accuracy, timestamp }: Location,
): MemberLocation {
  const heading = before
    ? (headingBetween(before, { latitude, longitude }, HEADING_MIN_MOVE_M) ?? before.heading)
    : null;
  return { userId, latitude, longitude, accuracy, timestamp, heading };
}

/**
 * Adds new locations. Ignores those that are not newer than the person's known one. @returns the same object when nothing
 * changes
 */
export function mergeLocations(positions: Positions, locations: Location[]): Positions {
  let rows: MemberLocation[] | null = null;
  let rowOf = positions.rowOf;
  for (const location of locations) {
    const row = rowOf[location.userId];
    const before = row === undefined ? undefined : (rows ?? positions.rows)[row];
    if (before && location.timestamp <= before.timestamp) continue;
    rows ??= positions.rows.slice();
    if (row === undefined) {
      if (rowOf === positions.rowOf) rowOf = { ...rowOf };
      rowOf[location.userId] = rows.length;
    }
    rows[row ?? rows.length] = withHeading(before, location);
  }
  return rows === null ? positions : { rows, rowOf };
}

/** Applies a full list: drops people who are not on it, and keeps positions that are newer than the list's. */
export function replaceLocations(positions: Positions, locations: Location[]): Positions {
  const kept = locations.flatMap(({ userId }) => positionOf(positions, userId) ?? []);
  const known: Positions = {
    rows: kept,
    rowOf: Object.fromEntries(kept.map(({ userId }, row) => [userId, row])),
  };
  return mergeLocations(known, locations);
}
