import type { Message } from '#contract/chat';
import type { Reading, Timeline } from './state';

/**
 * The first message of others that was unread at this reading; undefined for none, and where it cannot be told from the
 * messages that are loaded.
 */
export function firstUnread(
  { items, reachesStart }: Timeline,
  { newest, unread, marks }: Reading,
  me: string,
): Message | undefined {
  if (unread === 0) return undefined;
  const others = items.filter(
    ({ userId, sequence }) => userId !== me && sequence !== null && sequence <= newest,
  );
  const read = marks[me];
  // Who has read nothing may see messages from before they joined, which do not count as unread.
  if (read === undefined) return (items.at(-1)?.sequence ?? 0) >= newest ? others.at(-unread) : undefined;
  const reachesRead = reachesStart || (items[0]?.sequence ?? Infinity) <= read + 1;
  return reachesRead ? others.find(({ sequence }) => (sequence ?? 0) > read) : undefined;
}
