import type { SosCall, SosMoved, SosPosition } from '#contract/sos';

/** Positions arrive by themselves as well, and may be newer than the one in the call. */
const laterPosition = (one: SosPosition, other: SosPosition): SosPosition =>
  Date.parse(other.timestamp) > Date.parse(one.timestamp) ? other : one;

/** The newer version of a call, with the newer position of the two. */
function newerOf(known: SosCall | undefined, received: SosCall): SosCall {
  if (!known) return received;
  const newer = received.revision > known.revision ? received : known;
  return { ...newer, position: laterPosition(received.position, known.position) };
}

const newestFirst = (calls: SosCall[]): SosCall[] =>
  calls.toSorted((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt));

/** The known calls with one that was received. An older version of a known call changes nothing. */
export function withCall(known: readonly SosCall[], received: SosCall): SosCall[] {
  const before = known.find(({ id }) => id === received.id);
  return newestFirst([...known.filter((call) => call !== before), newerOf(before, received)]);
}

/**
 * The known calls after the whole list was loaded.
 * @param asked ids of the calls that were known when it was asked for: those that it lacks are gone
 */
export function withList(
  known: readonly SosCall[],
  list: readonly SosCall[],
  asked: ReadonlySet<string>,
): SosCall[] {
  const listed = new Set(list.map(({ id }) => id));
  const others = known.filter(({ id }) => !listed.has(id) && !asked.has(id));
  return newestFirst([
    ...others,
    ...list.map((call) =>
      newerOf(
        known.find(({ id }) => id === call.id),
        call,
      ),
    ),
  ]);
}

/** The known calls after a caller has moved. */
export function withMove(known: readonly SosCall[], { id, ...position }: SosMoved): SosCall[] {
  return known.map((call) =>
    call.id === id ? { ...call, position: laterPosition(call.position, position) } : call,
  );
}
