import type { Milliseconds } from './accountRows';

/** A chat message. */
export interface MessageRow {
  /** UUID v7; in a family it sorts as `sequence` does. */
  id: string;
  family_id: string;
  /** Counts the family's messages in the order in which they were stored. */
  sequence: number;
  user_id: string;
  /** What the writer's device calls it; null when it gave no name. */
  client_id: string | null;
  content: string;
  /** Never before the family's message before. */
  sent_at: Milliseconds;
}

/** The newest message of each family that has one. The row is the lock that puts its messages in order. */
export interface ChatHeadRow {
  family_id: string;
  sequence: number;
  sent_at: Milliseconds;
}

/** How far a member has read. No row: nothing from before they joined counts as unread. */
export interface MessageReadRow {
  family_id: string;
  user_id: string;
  sequence: number;
}
