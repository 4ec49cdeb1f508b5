import { original } from '@reduxjs/toolkit';
import type { Message, MessageRead } from '#contract/chat';
import type { ChatState, Reading } from './state';

/** Timelines as they were before the action: as drafts, thousands of messages would be wrapped one by one. */
export const timelinesBefore = (state: ChatState) => original(state)?.timelines ?? {};

const noReading = (): Reading => ({ newest: 0, unread: 0, marks: {} });

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
  if (sequence <= (reading.marks[userId] ?? 0) && userId !== me) return;
  reading.marks[userId] = Math.max(sequence, reading.marks[userId] ?? 0);
  if (userId !== me) return;
  const read = reading.marks[me] ?? 0;
  const { items = [], ahead = [] } = timelinesBefore(state)[familyId] ?? {};
  if (read >= reading.newest) reading.unread = 0;
  else if ((items[0]?.sequence ?? Infinity) <= read + 1)
    reading.unread = [...items, ...ahead].filter(
      (message) => message.userId !== me && (message.sequence ?? 0) > read,
    ).length;
}
