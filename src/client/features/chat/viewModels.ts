import { type Outgoing, type Reading } from './state';
import { createSelector } from '@reduxjs/toolkit';
import type { RootState } from '#client/store/rootState';
import type { Message } from '#contract/chat';
import type { Member } from '#contract/families';
import { firstName } from '#client/features/families/messages';
import { selectFamilies, selectFamiliesStatus, selectMembers } from '#client/features/families/selectors';
import { selectNow, selectUser } from '#client/features/session/selectors';
import { firstUnread } from './firstUnread';
import {
  selectChatFamilyId,
  selectConversation,
  selectOutbox,
  selectReading,
  selectTimeline,
  selectTyping,
} from './selectors';

/** A message as the list shows it. */
export interface Row {
  /** The same from writing to reading, so that nothing flickers when it is stored. */
  key: string;
  userId: string;
  userName: string;
  picture: string | null;
  content: string;
  /** ISO 8601. */
  timestamp: string;
  mine: boolean;
  /** Of the first message of a day; null for the others. */
  day: 'today' | 'yesterday' | 'earlier' | null;
  /** Was written today. */
  today: boolean;
  /** The first of several by one person. */
  first: boolean;
  /** The first message that was unread when the conversation was opened. */
  firstUnread: boolean;
  /** Null while it is not stored. */
  stored: { id: string; sequence: number | null } | null;
  /** An own message that the server has not stored yet; null for all others. */
  outgoing: Outgoing | null;
}

const DAY_MS = 86_400_000;
/** Messages of one person that are further apart than this are not grouped. */
const APART_MS = 5 * 60_000;

/** Which day on this device a moment is in: days since a fixed one. */
function dayOf(moment: number): number {
  const date = new Date(moment);
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS);
}

/** Days of messages that were looked at before: a message never changes. */
const moments = new WeakMap<Message, { at: number; day: number }>();

function momentOf(message: Message): { at: number; day: number } {
  const known = moments.get(message);
  if (known) return known;
  const at = Date.parse(message.timestamp);
  const moment = { at, day: dayOf(at) };
  moments.set(message, moment);
  return moment;
}

function dayKind(day: number, today: number): Row['day'] {
  if (day === today) return 'today';
  return day === today - 1 ? 'yesterday' : 'earlier';
}

const selectFamilyTimeline = (state: RootState) => selectTimeline(state, selectChatFamilyId(state) ?? '');
const selectFamilyReading = (state: RootState) => selectReading(state, selectChatFamilyId(state) ?? '');
/** Changes at midnight only. */
const selectToday = (state: RootState) => dayOf(selectNow(state));

const selectPeople = createSelector(
  [selectMembers],
  (members) => new Map(members.map((member) => [member.id, member])),
);

const selectFamilyOutbox = createSelector([selectOutbox, selectChatFamilyId], (outbox, familyId) =>
  outbox.filter((item) => item.familyId === familyId),
);

/** Rejected messages of families that the user has left: no chat shows them. */
export const selectLeftBehind = createSelector(
  [selectOutbox, selectFamilies, selectFamiliesStatus],
  (outbox, families, status) =>
    status === 'ready'
      ? outbox.filter(({ error, familyId }) => error !== null && !families.some(({ id }) => id === familyId))
      : [],
);

interface Scene {
  me: string | undefined;
  people: Map<string, Member>;
  today: number;
}

const rowKey = ({ id, clientId }: Message): string => clientId ?? id;

function storedRow(message: Message, { me, people }: Scene): Row {
  const person = people.get(message.userId);
  return {
    key: rowKey(message),
    userId: message.userId,
    userName: person?.name ?? message.userName,
    picture: person ? person.profileImage : message.profileImage,
    content: message.content,
    timestamp: message.timestamp,
    mine: message.userId === me,
    day: null,
    today: false,
    first: true,
    firstUnread: false,
    stored: { id: message.id, sequence: message.sequence },
    outgoing: null,
  };
}

function outgoingRow(item: Outgoing, { people }: Scene): Row {
  return {
    key: item.clientId,
    userId: item.userId,
    userName: people.get(item.userId)?.name ?? '',
    picture: people.get(item.userId)?.profileImage ?? null,
    content: item.content,
    timestamp: new Date(item.queuedAt).toISOString(),
    mine: true,
    day: null,
    today: false,
    first: true,
    firstUnread: false,
    stored: null,
    outgoing: item,
  };
}

const selectReadingAtOpening = (state: RootState) => {
  const conversation = selectConversation(state);
  return conversation?.familyId === selectChatFamilyId(state) ? conversation?.readingAtOpening : null;
};

const selectFirstUnread = createSelector(
  [selectFamilyTimeline, selectReadingAtOpening, selectUser],
  (timeline, reading, user) => (reading && user ? firstUnread(timeline, reading, user.id) : undefined),
);

/**
 * How many messages were unread when the conversation was opened, and the key of the row of the first; null for the key
 * while that row is on a page that is not loaded. Null when none was unread.
 */
export const selectUnreadAtOpening = createSelector(
  [selectReadingAtOpening, selectFirstUnread, selectFamilyTimeline],
  (reading, first, { status, reachesStart }): { count: number; firstKey: string | null } | null => {
    if (!reading || reading.unread === 0) return null;
    if (first) return { count: reading.unread, firstKey: rowKey(first) };
    return status === 'ready' && !reachesStart ? { count: reading.unread, firstKey: null } : null;
  },
);

/** The rows of the chat that is shown, in order: what is stored, then what is on its way. */
export const selectRows = createSelector(
  [selectFamilyTimeline, selectFamilyOutbox, selectUser, selectPeople, selectToday, selectFirstUnread],
  ({ items, ahead }, outbox, user, people, today, unread): Row[] => {
    const scene: Scene = { me: user?.id, people, today };
    const rows: Row[] = [];
    let before: { at: number; day: number; userId: string } | null = null;
    const add = (row: Row, { at, day }: { at: number; day: number }) => {
      if (day !== before?.day) row.day = dayKind(day, today);
      row.today = day === today;
      row.firstUnread = row.stored !== null && row.stored.id === unread?.id;
      row.first =
        row.day !== null || row.firstUnread || before?.userId !== row.userId || at - before.at > APART_MS;
      before = { at, day, userId: row.userId };
      rows.push(row);
    };
    for (const list of [items, ahead])
      for (const message of list) add(storedRow(message, scene), momentOf(message));
    for (const item of outbox)
      add(outgoingRow(item, scene), { at: item.queuedAt, day: dayOf(item.queuedAt) });
    return rows;
  },
);

/** The members who have read up to one of the user's own messages: names by the message's id. */
export const selectSeenBy = createSelector(
  [selectFamilyTimeline, selectFamilyReading, selectMembers, selectUser],
  ({ items }, reading, members, user): Record<string, readonly string[]> =>
    user && reading ? seenBy(items, reading, members, user.id) : {},
);

function seenBy(
  items: readonly Message[],
  { marks }: Reading,
  members: readonly Member[],
  me: string,
): Record<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { id, name } of members) {
    const read = marks[id];
    if (id === me || read === undefined) continue;
    const last = items.findLast(({ userId, sequence }) => userId === me && (sequence ?? Infinity) <= read);
    if (last) names.set(last.id, [...(names.get(last.id) ?? []), name]);
  }
  return Object.fromEntries(names);
}

/** First names of the members who type; null for one who is not known. */
export const selectTypingNames = createSelector(
  [selectTyping, selectChatFamilyId, selectPeople],
  (typing, familyId, people): readonly (string | null)[] =>
    typing
      .filter((who) => who.familyId === familyId)
      .map(({ userId }) => {
        const person = people.get(userId);
        return person ? firstName(person.name) : null;
      }),
);

/** What the list needs besides its rows. */
export const selectListState = createSelector(
  [selectFamilyTimeline, selectFamilyReading],
  ({ status, error, older, reachesStart }, reading) => ({
    status,
    error,
    older,
    reachesStart,
    unread: reading?.unread ?? 0,
  }),
);
