import { chatOpened } from '#client/store/pageActions';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { FamilyReadState, Message, MessageRead } from '#contract/chat';
import { MESSAGES_PAGE } from '#contract/limits';
import { signedOut } from '#client/features/session/slice';
import type { AppError, GeolocationProblem } from '#client/services/types';
import { countMessages, setReadMarker, timelinesBefore } from './readState';
import { chat, initialChat } from './reducer';
import { type ChatState, EMPTY_TIMELINE, type Outgoing, type Timeline } from './state';
import { withLater, withLive, withNewest, withOlder, withStored } from './timeline';

interface Page {
  familyId: string;
  messages: Message[];
}

/** Once an action: it starts from what was there before. */
function change(state: ChatState, familyId: string, next: (timeline: Timeline) => Timeline): void {
  state.timelines[familyId] = next(timelinesBefore(state)[familyId] ?? EMPTY_TIMELINE);
}

/**
 * Takes out of the outbox what has arrived. Servers that keep no names are understood by writer and words, unless the
 * message is older than what waits: rather twice than lost.
 */
function reconcileOutbox(state: ChatState, familyId: string, messages: readonly Message[]): void {
  for (const { clientId, userId, content, timestamp } of messages) {
    if (state.outbox.length === 0) return;
    const place = state.outbox.findIndex((item) =>
      clientId === null
        ? item.familyId === familyId &&
          item.userId === userId &&
          item.content === content &&
          item.queuedAt <= Date.parse(timestamp)
        : item.clientId === clientId && item.userId === userId,
    );
    if (place >= 0) state.outbox.splice(place, 1);
  }
}

/** Without messages that have already arrived: they may arrive sooner than another tab's outbox. */
function unsettled(state: ChatState, outbox: readonly Outgoing[]): Outgoing[] {
  if (outbox.length === 0) return [];
  const timelines = Object.values(timelinesBefore(state));
  const arrived = new Set(
    timelines.flatMap(({ items, ahead }) => [...items, ...ahead].map(({ clientId }) => clientId)),
  );
  return outbox.filter(({ clientId }) => !arrived.has(clientId));
}

/** Takes in messages as they arrive; their writers no longer type. */
function receive(state: ChatState, { familyId, messages, me }: Page & { me: string }): void {
  change(state, familyId, (timeline) => withLive(timeline, messages));
  reconcileOutbox(state, familyId, messages);
  countMessages(state, familyId, messages, me);
  const writers = new Set(messages.map(({ userId }) => userId));
  state.typing = state.typing.filter((who) => who.familyId !== familyId || !writers.has(who.userId));
}

const slice = createSlice({
  name: 'chat',
  initialState: initialChat,
  reducers: {
    // Intents
    /** Once more after a failure. */
    messagesRequested() {},
    olderRequested(state, { payload }: PayloadAction<{ familyId: string }>) {
      change(state, payload.familyId, (timeline) => ({ ...timeline, older: 'loading' }));
    },
    messageSubmitted(_state, _action: PayloadAction<{ familyId: string; content: string }>) {},
    messageRetried(state, { payload }: PayloadAction<{ clientId: string }>) {
      const item = state.outbox.find(({ clientId }) => clientId === payload.clientId);
      if (item) item.error = null;
    },
    messageDeleted(state, { payload }: PayloadAction<{ clientId: string }>) {
      state.outbox = state.outbox.filter(({ clientId }) => clientId !== payload.clientId);
    },
    /** Something was typed; an empty draft means that it was taken back. */
    draftChanged(_state, _action: PayloadAction<{ familyId: string; isEmpty: boolean }>) {},
    /** The form unmounted with an unsent draft, or its page is hidden, and may not come back. After sign-out the draft is dropped. */
    draftLeft(state, { payload }: PayloadAction<{ familyId: string; content: string }>) {
      if (state.opened) state.drafts[payload.familyId] = payload.content;
    },
    /** The message came into sight. */
    messageSeen(_state, _action: PayloadAction<{ familyId: string; messageId: string; sequence: number }>) {},
    positionShareRequested(state, _action: PayloadAction<{ familyId: string }>) {
      state.position = { status: 'locating', problem: null };
    },
    positionProblemDismissed(state) {
      state.position.problem = null;
    },
    // Facts
    /** What this device has stored; the server has not answered yet. */
    messagesRestored(state, { payload: { familyId, messages } }: PayloadAction<Page>) {
      change(state, familyId, (timeline) => withStored(timeline, messages));
      reconcileOutbox(state, familyId, messages);
    },
    messagesLoading(state, { payload }: PayloadAction<{ familyId: string }>) {
      change(state, payload.familyId, (timeline) => ({ ...timeline, status: 'loading', error: null }));
    },
    messagesLoaded(state, { payload }: PayloadAction<Page>) {
      const { familyId, messages } = payload;
      change(state, familyId, (timeline) => withNewest(timeline, messages, MESSAGES_PAGE));
      reconcileOutbox(state, familyId, messages);
    },
    messagesLoadFailed(state, { payload }: PayloadAction<{ familyId: string; error: AppError | null }>) {
      change(state, payload.familyId, (timeline) => ({
        ...timeline,
        status: 'failed',
        error: payload.error,
      }));
    },
    olderLoaded(state, { payload }: PayloadAction<Page>) {
      const { familyId, messages } = payload;
      change(state, familyId, (timeline) => withOlder(timeline, messages, MESSAGES_PAGE));
      reconcileOutbox(state, familyId, messages);
    },
    olderFailed(state, { payload }: PayloadAction<{ familyId: string }>) {
      change(state, payload.familyId, (timeline) => ({ ...timeline, older: 'failed' }));
    },
    /** A page of what was missed. */
    laterLoaded(state, { payload }: PayloadAction<Page & { me: string }>) {
      const { familyId, messages, me } = payload;
      change(state, familyId, (timeline) => withLater(timeline, messages));
      reconcileOutbox(state, familyId, messages);
      countMessages(state, familyId, messages, me);
    },
    messagesArrived(state, { payload }: PayloadAction<Page & { me: string }>) {
      receive(state, payload);
    },
    /** What waits on this device, written here or in another tab. */
    outboxFound(state, { payload }: PayloadAction<{ outbox: Outgoing[] }>) {
      state.outbox = unsettled(state, payload.outbox);
    },
    messageQueued(state, { payload }: PayloadAction<Outgoing>) {
      state.outbox.push(payload);
    },
    /** The server stored it. `messages` has it as stored, where the server says so. */
    messageSent(state, { payload }: PayloadAction<Page & { clientId: string; me: string }>) {
      if (payload.messages.length > 0) receive(state, payload);
      state.outbox = state.outbox.filter(({ clientId }) => clientId !== payload.clientId);
    },
    messageRefused(state, { payload }: PayloadAction<{ clientId: string; error: AppError }>) {
      const item = state.outbox.find(({ clientId }) => clientId === payload.clientId);
      if (item) item.error = payload.error;
    },
    memberTyped(state, { payload }: PayloadAction<ChatState['typing'][number]>) {
      const { familyId, userId } = payload;
      const known = state.typing.find((who) => who.familyId === familyId && who.userId === userId);
      if (known) known.since = payload.since;
      else state.typing.push(payload);
    },
    /** @param since given, only what has not been renewed since then ends */
    typingEnded(state, { payload }: PayloadAction<{ familyId: string; userId: string; since?: number }>) {
      const { familyId, userId, since } = payload;
      state.typing = state.typing.filter(
        (who) =>
          who.familyId !== familyId || who.userId !== userId || (since !== undefined && who.since !== since),
      );
    },
    /** The read receipts of all families have to be loaded again. */
    readingsOutdated() {},
    /** This person has read up to a message. */
    messagesRead(_state, _action: PayloadAction<{ familyId: string; messageId: string }>) {},
    typingForgotten(state) {
      state.typing = [];
    },
    readingsLoaded(state, { payload }: PayloadAction<{ readings: FamilyReadState[]; me: string }>) {
      const { readings, me } = payload;
      for (const { familyId, newest, unread, marks } of readings) {
        const sequence = state.readings[familyId]?.marks[me] ?? 0;
        const known = Object.fromEntries(marks.map((one) => [one.userId, one.sequence]));
        state.readings[familyId] = { newest, unread, marks: known, isLoaded: true };
        // The person may have read more here after the server answered; a number above its newest is from before a restore.
        if (sequence > (known[me] ?? 0) && sequence <= newest)
          setReadMarker(state, { familyId, userId: me, sequence, me });
      }
    },
    memberRead(state, { payload }: PayloadAction<MessageRead & { me: string }>) {
      setReadMarker(state, payload);
    },
    positionShared(state) {
      state.position.status = 'idle';
    },
    positionShareFailed(state, { payload }: PayloadAction<{ problem: GeolocationProblem }>) {
      state.position = { status: 'idle', problem: payload.problem };
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => initialChat)
      .addCase(chatOpened, (state) => {
        state.opened = true;
      }),
});

export const {
  messagesRequested,
  olderRequested,
  messageSubmitted,
  messageRetried,
  messageDeleted,
  draftChanged,
  draftLeft,
  messageSeen,
  positionShareRequested,
  positionProblemDismissed,
  messagesRestored,
  messagesLoading,
  messagesLoaded,
  messagesLoadFailed,
  olderLoaded,
  olderFailed,
  laterLoaded,
  messagesArrived,
  outboxFound,
  messageQueued,
  messageSent,
  messageRefused,
  memberTyped,
  typingEnded,
  readingsOutdated,
  messagesRead,
  typingForgotten,
  readingsLoaded,
  memberRead,
  positionShared,
  positionShareFailed,
} = slice.actions;

export const chatReducer = slice.reducer;

chat.provide(chatReducer);
