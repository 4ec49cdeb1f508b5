import type { AppError, GeolocationProblem } from '#client/services/types';
import type { Timeline } from './timeline';

/** A message that is not acknowledged yet. */
export interface Outgoing {
  /** Names it for ever: sent again it makes no second message. */
  clientId: string;
  userId: string;
  familyId: string;
  content: string;
  /** When it was written, epoch milliseconds, moved forwards where two would be the same: the order of sending. */
  queuedAt: number;
  /** Why the server refused it; null while it waits or is on its way. */
  error: AppError | null;
}

/** How far a family's messages are read. */
export interface Reading {
  /** Sequence of the newest message that is known of. */
  newest: number;
  /** Messages of others that this person has not read. */
  unread: number;
  /** Sequence of the last message that each member has read. */
  marks: Record<string, number>;
}

export interface ChatState {
  /** True from when the chat was opened in this session. */
  opened: boolean;
  /** By family. */
  timelines: Record<string, Timeline>;
  /** In the order of writing. */
  outbox: Outgoing[];
  /** Who is typing in which family, since when (epoch milliseconds). */
  typing: { familyId: string; userId: string; since: number }[];
  /** By family. */
  readings: Record<string, Reading>;
  /** The position that is being shared. */
  position: { status: 'idle' | 'locating'; problem: GeolocationProblem | null };
  /** What was half written when its form was left, by family. */
  drafts: Record<string, string>;
}
