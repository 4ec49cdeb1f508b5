import type { AppError, GeolocationProblem } from '#client/services/types';
import type { Message } from '#contract/chat';

/**
 * What is known of a family's messages, however it came: pages, live arrivals, catching up, in any order and more than
 * once. The server numbers a family's messages as it stores them, and announces none before it is stored. So a page of it
 * is complete up to its last message, and a live message whose number is not the next one shows that something is
 * missing.
 */
export interface Timeline {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Why the last load failed, if the server said why. */
  error: AppError | null;
  /** In the server's order, all that it has between the first and the last of them. */
  items: Message[];
  /** Arrived live, in order; what was stored between `items` and them is not here yet. */
  ahead: Message[];
  /** There are none before the first. */
  reachesStart: boolean;
  older: 'idle' | 'loading' | 'failed';
}

export const EMPTY_TIMELINE: Timeline = {
  status: 'idle',
  error: null,
  items: [],
  ahead: [],
  reachesStart: false,
  older: 'idle',
};

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
  /** False until the server has said it; before, only messages that arrived since the start are counted. */
  isLoaded: boolean;
}

/** The conversation on the screen. */
export interface OpenConversation {
  /** Null until its family is known. */
  familyId: string | null;
  /** How far it was read when it was opened, which decides what is new in it; null while that is not known. */
  readingAtOpening: Reading | null;
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
  /** Null while another page is shown. */
  conversation: OpenConversation | null;
  /** The position that is being shared. */
  position: { status: 'idle' | 'locating'; problem: GeolocationProblem | null };
  /** What was half written when its form was left, by family. */
  drafts: Record<string, string>;
}
