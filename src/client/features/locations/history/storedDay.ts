import type { HistoryBlock } from '#contract/locations';
import type { Timeline } from '#contract/timeline';
import type { Storage } from '#client/services/types';
import { storedDayKey } from '#client/store/storedDayKey';

/** The day that was loaded last, for when there is no network. */
export interface StoredDay {
  /** Epoch milliseconds. */
  savedAt: number;
  /** Whose day it is. */
  userId: string;
  /** YYYY-MM-DD. */
  date: string;
  blocks: HistoryBlock[];
  timeline: Timeline | null;
}

/** Longer texts are not stored: browsers give a page 5 MB, which the chat needs as well. */
const MAX_LENGTH = 1_000_000;

/** Stores a day for a viewer in the place of the one before. */
export function writeStoredDay(storage: Storage, viewerId: string, day: StoredDay): void {
  const text = JSON.stringify(day);
  if (text.length <= MAX_LENGTH) storage.set(storedDayKey(viewerId), text);
  else storage.remove(storedDayKey(viewerId));
}

/** The stored day of a member; null when there is none, or it cannot be read. */
export function readStoredDay(storage: Storage, viewerId: string, userId: string): StoredDay | null {
  try {
    const day = JSON.parse(storage.get(storedDayKey(viewerId)) ?? 'null') as Partial<StoredDay> | null;
    const isDay =
      typeof day?.savedAt === 'number' && typeof day.date === 'string' && Array.isArray(day.blocks);
    return isDay && day.userId === userId ? (day as StoredDay) : null;
  } catch {
    return null;
  }
}
