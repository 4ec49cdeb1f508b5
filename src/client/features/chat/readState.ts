import { original } from '@reduxjs/toolkit';
import type { Message, MessageRead } from '#contract/chat';
import type { ChatState, Reading } from './state';

/** Timelines as they were before the action: as drafts, thousands of messages would be wrapped one by one. */
export const timelinesBefore = (state: ChatState) => original(state)?.timelines ?? {};

const noReading = (): Reading => ({ newest: 0, unread: 0, marks: {}, isLoaded: false });

/** Counts new messages as unread, except those that `me` wrote. */
export function countMessages(
  state: ChatState,
  familyId: string,
  messages: readonly Message[],
  me: string,
): void {
  const reading = (state.readings[familyId] ??= noReading());
  const read = reading.marks[me] ?? 0;
  for (const { sequence, userId } of messages) {
    if (sequence !== null && sequence <= reading.newest) continue;
    reading.newest = sequence ?? reading.newest;
    if (userId !== me && (sequence === null || sequence > read)) reading.unread += 1;
  }
}

/** Moves a marker forwards. The marker of `me` decides what is unread, as far as this device knows. */
export function setReadMarker(
  state: ChatState,
  { familyId, userId, sequence, me }: MessageRead & { me: string },
): void {
  const reading = (state.readings[familyId] ??= noReading());
  const before = reading.marks[userId] ?? 0;
  if (sequence <= before && userId !== me) return;
  const read = Math.max(sequence, before);
  reading.marks[userId] = read;
  if (userId !== me) return;
  const { items = [], ahead = [] } = timelinesBefore(state)[familyId] ?? {};
  const known = [...items, ...ahead];
  const ofOthersAfter = (mark: number) =>
    known.filter((message) => message.userId !== me && (message.sequence ?? 0) > mark).length;
  // Messages from this device's storage may end before the newest.
  const isComplete =
    (items[0]?.sequence ?? Infinity) <= read + 1 && (known.at(-1)?.sequence ?? 0) >= reading.newest;
  if (read >= reading.newest) reading.unread = 0;
  else if (isComplete) reading.unread = ofOthersAfter(read);
  else reading.unread = Math.max(0, reading.unread - ofOthersAfter(before) + ofOthersAfter(read));
}
