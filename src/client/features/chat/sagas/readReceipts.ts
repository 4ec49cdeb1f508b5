import { buffers } from 'redux-saga';
import { actionChannel, call, delay, flush, put, race, select, take } from 'typed-redux-saga';
import type { FamilyReadState } from '#contract/chat';
import { request } from '#client/sagas/request';
import { bufferedChannel } from '#client/sagas/channels';
import type { Services } from '#client/services/types';
import { selectUser } from '#client/features/session/selectors';
import { selectReading, selectReadings, selectTimeline } from '../selectors';
import { conversationResumed } from '../openConversation';
import { memberRead, messageSeen, messagesRead, readingsLoaded } from '../slice';

/** Read receipts within this many milliseconds are sent to the server in one call. */
const GATHER_MS = 300;
/** Read receipts wait no longer than this for the first read state, in milliseconds: some servers have none. */
const READINGS_TIMEOUT_MS = 5_000;
/** So often an answer that knows less than this page is asked for again; after that it is the server that forgot. */
const ASK_AGAIN = 2;

type Seen = ReturnType<typeof messageSeen>['payload'];

/** Loads how far each family's chat is read. Servers that keep only to the specification do not store it. */
export function* loadReadings(services: Services) {
  const me = (yield* select(selectUser))?.id ?? '';
  try {
    for (let asked = 0; ; asked += 1) {
      const readings = yield* request(services, 'readings', {});
      const known = yield* select(selectReadings);
      const isOld = readings.some(({ familyId, newest }) => newest < (known[familyId]?.newest ?? 0));
      // A message that overtook the answer would not be counted.
      if (isOld && asked < ASK_AGAIN) continue;
      yield* put(readingsLoaded({ readings, me }));
      return void (yield* call(markAgain, readings, me));
    }
  } catch (error) {
    yield* call(services.log.info, 'How far messages are read is not known:', error);
  }
}

/** Repeats what the person has read here and the server does not know, because the call for it failed. */
function* markAgain(readings: readonly FamilyReadState[], me: string) {
  for (const { familyId, marks } of readings) {
    const stored = marks.find(({ userId }) => userId === me)?.sequence ?? 0;
    const read = (yield* select(selectReading, familyId))?.marks[me] ?? 0;
    const { items, ahead } = yield* select(selectTimeline, familyId);
    const last = [...items, ...ahead].findLast(({ sequence }) => (sequence ?? Infinity) <= read);
    if (last && (last.sequence ?? 0) > stored) yield* put(messagesRead({ familyId, messageId: last.id }));
  }
}

/** Marks messages as read that have been scrolled into view, once the page is visible. */
export function* trackReading({ page }: Services) {
  const shown = bufferedChannel<'shown'>((emit) => page.onShown(() => emit('shown')));
  let waiting: Seen | null = null;
  try {
    while (true) {
      const { seen }: { seen?: ReturnType<typeof messageSeen> | undefined } = yield* race({
        seen: take(messageSeen),
        shown: take(shown),
      });
      waiting = seen?.payload ?? waiting;
      if (!waiting || !page.isShown()) continue;
      if (!seen) yield* put(conversationResumed({ familyId: waiting.familyId }));
      yield* call(markRead, waiting);
      waiting = null;
    }
  } finally {
    shown.close();
  }
}

function* markRead({ familyId, messageId, sequence }: Seen) {
  const me = (yield* select(selectUser))?.id ?? '';
  const reading = yield* select(selectReading, familyId);
  if (sequence <= (reading?.marks[me] ?? 0)) return;
  yield* put(memberRead({ familyId, userId: me, sequence, me }));
  yield* put(messagesRead({ familyId, messageId }));
}

/** Sends the server how far the person has read. A lost call is made up for by the next one, or after the next connection. */
export function* sendReadReceipts(services: Services) {
  const marks = yield* actionChannel(messagesRead, buffers.expanding<ReturnType<typeof messagesRead>>(4));
  // A receipt that overtakes the request for the read state would hide what was unread when the chat opened.
  yield* race({ loaded: take(readingsLoaded), timeout: delay(READINGS_TIMEOUT_MS) });
  while (true) {
    const first = yield* take(marks);
    yield* delay(GATHER_MS);
    const all = [first, ...(yield* flush(marks))];
    const newest = new Map(all.map(({ payload }) => [payload.familyId, payload.messageId]));
    for (const [familyId, messageId] of newest) {
      try {
        yield* request(services, 'markRead', { params: { familyId }, body: { messageId } });
      } catch (error) {
        yield* call(services.log.info, 'How far messages are read was not kept:', error);
      }
    }
  }
}
