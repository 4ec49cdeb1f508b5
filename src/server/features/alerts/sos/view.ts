import { SOS_TRACK_LENGTH } from '#contract/limits';
import type { SosCall, SosDetails, SosLogEntry, SosReach } from '#contract/sos';
import type { CallerPosition, SosLogRow, SosPersonRow, SosRow, SosTrackRow } from '#server/db/schema';
import type { ReachRow } from './reach/repository';

/** Not being reached is news once there was time for it. */
const REACH_TIME_MS = 10_000;

/** The name and the phone number of a profile. */
interface Contact {
  readonly name: string;
  readonly phone: string | null;
}

/** A call with what belongs to it. */
export interface StoredCall {
  readonly call: SosRow;
  /** By user: the caller, and the people who ask to be called. */
  readonly contacts: ReadonlyMap<string, Contact>;
  readonly people: readonly SosPersonRow[];
  readonly reached: readonly ReachRow[];
  /** The people who may see the caller now, each with the families that the two share. */
  readonly viewers: ReadonlyMap<string, readonly string[]>;
}

/** The people of a call who may still see its caller. */
export const viewersCalled = ({ people, viewers }: Pick<StoredCall, 'people' | 'viewers'>): SosPersonRow[] =>
  people.filter(({ user_id }) => viewers.has(user_id));

/** A call as one person sees it: the caller sees everyone who was called, the others those of common families. */
export function callFor(viewerId: string, stored: StoredCall): SosCall {
  const { call, contacts } = stored;
  const caller = contacts.get(call.caller_id);
  return {
    id: call.id,
    userId: call.caller_id,
    userName: caller?.name ?? '',
    message: call.message,
    phone: caller?.phone ?? null,
    startedAt: iso(call.started_at),
    endedAt: isoOrNull(call.ended_at),
    ending: call.ending,
    revision: call.revision,
    position: positionOf({ ...call, recorded_at: call.position_at }),
    people: visiblePeople(viewerId, stored).map(({ user_id, name, answer, answered_at }) => ({
      userId: user_id,
      name,
      answer,
      answeredAt: isoOrNull(answered_at),
      ...(viewerId === call.caller_id && answer === 'call' && { phone: phoneOf(user_id, stored) }),
      reached: reachOf(user_id, stored),
    })),
  };
}

/** The number of someone who asks to be called, as long as they share a family with the caller. */
const phoneOf = (userId: string, { contacts, viewers }: StoredCall): string | null =>
  viewers.has(userId) ? (contacts.get(userId)?.phone ?? null) : null;

/** The same with where the caller was, and what happened, since the viewer may see the caller. */
export function detailsFor(
  viewerId: string,
  stored: StoredCall & { readonly since: number },
  { track, log, now }: { track: readonly SosTrackRow[]; log: readonly SosLogRow[]; now: number },
): SosDetails {
  const { since } = stored;
  const call = callFor(viewerId, stored);
  const known = new Set([call.userId, ...call.people.map(({ userId }) => userId)]);
  const entries = log.map(({ at, user_id, what, detail }): SosLogEntry => ({
    at: iso(at),
    userId: user_id,
    what,
    detail,
  }));
  return {
    ...call,
    track: spread(track.filter(({ recorded_at }) => recorded_at >= since)).map(positionOf),
    log: [...entries, ...reachEntries(call, stored.call, now)]
      .filter(({ at, userId }) => Date.parse(at) >= since && (userId === null || known.has(userId)))
      .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)),
  };
}

function visiblePeople(viewerId: string, { call, people, viewers }: StoredCall): readonly SosPersonRow[] {
  if (viewerId === call.caller_id) return people;
  const families = new Set(viewers.get(viewerId));
  return people.filter(
    ({ user_id }) => user_id === viewerId || viewers.get(user_id)?.some((id) => families.has(id)),
  );
}

const BEST_FIRST: readonly ReachRow['state'][] = ['shown', 'handedOver', 'waiting', 'failed'];

/** The best state of each way on which a call was sent to a person. */
function reachOf(userId: string, { call, reached }: StoredCall): SosReach[] {
  const best = new Map<ReachRow['how'], ReachRow>();
  const own = reached.filter((row) => row.userId === userId && row.sosId === call.id);
  for (const row of own.toSorted(
    (one, other) => BEST_FIRST.indexOf(one.state) - BEST_FIRST.indexOf(other.state),
  ))
    if (!best.has(row.how)) best.set(row.how, row);
  return [...best.values()].map(({ how, state, at }) => ({ how, state, at: iso(at) }));
}

function reachEntries({ people }: SosCall, { called_at }: SosRow, now: number): SosLogEntry[] {
  return people.flatMap(({ userId, reached }): SosLogEntry[] => {
    if (reached.length === 0 && now - called_at >= REACH_TIME_MS)
      return [{ at: iso(called_at), userId, what: 'notReached', detail: 'noAlerts' }];
    return reached
      .filter(({ state }) => state !== 'waiting')
      .map(({ how, state, at }) => ({
        at: at ?? iso(called_at),
        userId,
        what: 'reached',
        detail: `${how}.${state}`,
      }));
  });
}

/** At most SOS_TRACK_LENGTH of the positions, evenly spread, with the first and the last. */
function spread(track: readonly SosTrackRow[]): SosTrackRow[] {
  const step = (track.length - 1) / (SOS_TRACK_LENGTH - 1);
  if (step <= 1) return [...track];
  return Array.from({ length: SOS_TRACK_LENGTH }, (_, index) => track[Math.round(index * step)]).filter(
    (row) => row !== undefined,
  );
}

const positionOf = ({ latitude, longitude, accuracy, recorded_at }: CallerPosition) => ({
  latitude,
  longitude,
  accuracy,
  timestamp: iso(recorded_at),
});

const iso = (moment: number): string => new Date(moment).toISOString();
const isoOrNull = (moment: number | null): string | null => (moment === null ? null : iso(moment));
