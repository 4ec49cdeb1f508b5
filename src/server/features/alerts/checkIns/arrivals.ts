import { CHECK_IN_MAX_MINUTES } from '#contract/limits';
import type { Notice } from '../notice';
import { applyEvent, type CheckInChange, type CheckInStore, type Moment } from './changes';

/** A member's entry into a geofence, or exit. */
export interface MemberCrossing {
  readonly userId: string;
  readonly event: 'entered' | 'exited';
  readonly geofenceId: string;
  readonly familyId: string;
  readonly geofenceName: string;
  /** In epoch milliseconds. */
  readonly at: number;
}

/** Check-ins that arrivals have ended. */
export interface EndedByArrival {
  readonly checkIns: readonly CheckInChange[];
  readonly notices: readonly Notice[];
}

/** An arrival ends a missed check-in up to this long after the latest possible due time. */
const LATEST_MS = 2 * CHECK_IN_MAX_MINUTES * 60_000;

/** The people who crossed a border, each once. */
export const peopleOf = (crossings: readonly MemberCrossing[]): string[] => [
  ...new Set(crossings.map(({ userId }) => userId)),
];

/** Ends the check-ins to geofences that their owners have entered; inside the transaction that stores the entries. */
export async function endByArrival(
  stored: CheckInStore,
  crossings: readonly MemberCrossing[],
  moment: Moment,
): Promise<EndedByArrival> {
  const checkIns: CheckInChange[] = [];
  const rows = await stored.checkIns.onTheWay(peopleOf(crossings), moment.now - LATEST_MS);
  // First, because a request can bring thousands of crossings, and a person can have hundreds of missed check-ins.
  const places = new Set(rows.map(({ geofence_id }) => geofence_id));
  const entries = crossings.filter(({ event, geofenceId }) => event === 'entered' && places.has(geofenceId));
  for (const row of rows) {
    // A position that was reported late may be from before the check-in.
    const isArrival = ({ userId, geofenceId, at }: MemberCrossing) =>
      userId === row.user_id && geofenceId === row.geofence_id && at >= row.created_at;
    const at = entries.find(isArrival)?.at;
    if (at !== undefined) {
      const result = await applyEvent(stored, row, { kind: 'arrived', at }, moment);
      if (result && result !== 'changed') checkIns.push(result);
    }
  }
  return { checkIns, notices: checkIns.flatMap(({ notices }) => notices) };
}
