import type { Message } from '#contract/chat';
import { EMPTY_TIMELINE, type Timeline } from './state';

/** Servers that do not count are taken by time, which keeps the order of arrival within a moment. */
function inOrder(one: Message, other: Message): number {
  if (one.sequence !== null && other.sequence !== null) return one.sequence - other.sequence;
  return Date.parse(one.timestamp) - Date.parse(other.timestamp);
}

/** Sorts messages and drops duplicates and known ones, by sequence where there is one, otherwise by id. */
function unknown(
  messages: readonly Message[],
  isBeyond: (sequence: number) => boolean,
  known: readonly Message[],
): Message[] {
  const numberless = messages.some(({ sequence }) => sequence === null);
  const ids = new Set(numberless ? known.map(({ id }) => id) : []);
  return messages
    .filter(({ id, sequence }) => {
      if (ids.has(id) || (sequence !== null && !isBeyond(sequence))) return false;
      ids.add(id);
      return true;
    })
    .toSorted(inOrder);
}

const beyond = (last: Message | undefined) => (sequence: number) => sequence > (last?.sequence ?? 0);

/** Those of the messages that come after the last of the items. */
const after = (items: readonly Message[], messages: readonly Message[]): Message[] =>
  unknown(messages, beyond(items.at(-1)), items);

/** Moves to `items` what of `ahead` follows on the last of them without a hole. */
function joined(timeline: Timeline): Timeline {
  const { items, ahead } = timeline;
  let last = items.at(-1)?.sequence ?? 0;
  const hole = ahead.findIndex(({ sequence }) => {
    if (sequence !== null && sequence !== last + 1) return true;
    last = sequence ?? last;
    return false;
  });
  const following = hole < 0 ? ahead : ahead.slice(0, hole);
  if (following.length === 0) return timeline;
  return { ...timeline, items: [...items, ...following], ahead: ahead.slice(following.length) };
}

/** The newest page, in the place of all that was known; what arrived during the load stays. */
export function withNewest(timeline: Timeline, page: readonly Message[], limit: number): Timeline {
  const items = after([], page);
  return joined({
    ...timeline,
    status: 'ready',
    error: null,
    items,
    ahead: after(items, timeline.ahead),
    reachesStart: page.length < limit,
    older: 'idle',
  });
}

/** What the device has stored of a timeline that is not loaded. */
export const withStored = (timeline: Timeline, items: Message[]): Timeline => ({
  ...timeline,
  items,
  ahead: after(items, timeline.ahead),
});

/** A page of what came before the first. */
export function withOlder(timeline: Timeline, page: readonly Message[], limit: number): Timeline {
  const { items } = timeline;
  const first = items[0]?.sequence ?? Infinity;
  const older = unknown(page, (sequence) => sequence < first, items);
  return {
    ...timeline,
    items: [...older, ...items],
    // A server that does not page answers the same again; the answer to a question asked twice says nothing new.
    reachesStart: page.length < limit || (older.length === 0 && page[0]?.sequence === null),
    older: 'idle',
  };
}

/**
 * True when a message has a sequence that another one has here: the server numbers again, as after a
 * restore of a backup, so the known messages are no longer on it.
 */
function isOfAnotherCount({ items }: Timeline, messages: readonly Message[]): boolean {
  const first = items[0]?.sequence ?? Infinity;
  const last = items.at(-1)?.sequence ?? 0;
  return messages.some(
    ({ id, sequence }) =>
      sequence !== null &&
      sequence >= first &&
      sequence <= last &&
      items.findLast((item) => (item.sequence ?? 0) <= sequence)?.id !== id,
  );
}

/** A page of what came after the last. */
export function withLater(timeline: Timeline, page: readonly Message[]): Timeline {
  if (isOfAnotherCount(timeline, page)) return withLive(EMPTY_TIMELINE, page);
  const items = [...timeline.items, ...after(timeline.items, page)];
  return joined({ ...timeline, items, ahead: after(items, timeline.ahead) });
}

/** Adds messages that were just stored. When the server numbers again, starts a new timeline with them. */
export function withLive(timeline: Timeline, messages: readonly Message[]): Timeline {
  if (isOfAnotherCount(timeline, messages)) return withLive(EMPTY_TIMELINE, messages);
  const waiting = new Set(timeline.ahead.map(({ id }) => id));
  const fresh = after(timeline.items, messages).filter(({ id }) => !waiting.has(id));
  if (fresh.length === 0) return timeline;
  const ahead = [...timeline.ahead, ...fresh].toSorted(inOrder);
  return timeline.status === 'ready' ? joined({ ...timeline, ahead }) : { ...timeline, ahead };
}

/** True when something arrived live before which something is missing. */
export const hasHole = (timeline: Timeline | undefined): boolean =>
  timeline?.status === 'ready' && timeline.ahead.length > 0;
