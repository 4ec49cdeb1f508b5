import { call, delay, put, select, take } from 'typed-redux-saga';
import { MESSAGES_PAGE, PAGE_MAX } from '#contract/limits';
import { request } from '#client/sagas/request';
import { RequestFailed } from '#client/services/errors';
import type { Services } from '#client/services/types';
import { familiesLoaded, familyEntered } from '#client/features/families/slice';
import { selectUser } from '#client/features/session/selectors';
import { selectChatFamilyId, selectChatOpened, selectTimeline } from '../selectors';
import {
  laterLoaded,
  messagesArrived,
  messageSent,
  messagesLoaded,
  messagesLoadFailed,
  messagesLoading,
  olderFailed,
  olderLoaded,
  type olderRequested,
} from '../slice';
import { hasHole } from '../timeline';
import { restoreMessages } from './storeMessages';

/** Pauses before what could not be caught up with is tried again, in milliseconds; the last one repeats. */
const RETRY_PAUSES_MS = [1_000, 2_000, 5_000, 10_000];

/**
 * Follows the selected family's messages: loads the newest, or catches up with what was missed, then fills every hole.
 * Restarted when another family is selected or the connection is back; a late answer to an earlier run is dropped.
 */
export function* converse(services: Services) {
  if (!(yield* select(selectChatOpened))) return;
  const familyId = yield* untilSelected();
  const { status } = yield* select(selectTimeline, familyId);
  if (status === 'ready') yield* catchUp(services, familyId);
  else {
    yield* restoreMessages(services, familyId);
    yield* loadNewest(services, familyId);
  }
  while (true) {
    const timeline = yield* select(selectTimeline, familyId);
    // The server numbers again, so the known messages are not from it.
    if (timeline.status === 'idle') yield* loadNewest(services, familyId);
    else if (hasHole(timeline)) yield* catchUp(services, familyId);
    else yield* take([messagesArrived, messageSent]);
  }
}

function* untilSelected() {
  while (true) {
    const familyId = yield* select(selectChatFamilyId);
    if (familyId !== null) return familyId;
    yield* take([familiesLoaded, familyEntered]);
  }
}

function* loadNewest(services: Services, familyId: string) {
  yield* put(messagesLoading({ familyId }));
  try {
    const messages = yield* request(services, 'familyMessages', { params: { familyId } });
    yield* put(messagesLoaded({ familyId, messages }));
  } catch (error) {
    yield* put(messagesLoadFailed({ familyId, error: error instanceof RequestFailed ? error.reason : null }));
  }
}

/** Page by page until nothing is missing any more. */
function* catchUp(services: Services, familyId: string) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return void (yield* catchUpOnce(services, familyId));
    } catch (error) {
      yield* call(services.log.info, 'Messages that were missed could not be loaded yet:', error);
      // Servers without paging refuse this request, so all their messages are loaded again.
      const isRefused = error instanceof RequestFailed && error.status === 400;
      if (isRefused) return void (yield* loadNewest(services, familyId));
      yield* delay(RETRY_PAUSES_MS[attempt] ?? RETRY_PAUSES_MS.at(-1) ?? 0);
    }
  }
}

function* catchUpOnce(services: Services, familyId: string) {
  const me = (yield* select(selectUser))?.id ?? '';
  while (true) {
    const last = (yield* select(selectTimeline, familyId)).items.at(-1);
    if (!last) return void (yield* loadNewest(services, familyId));
    const messages = yield* request(services, 'familyMessages', {
      params: { familyId },
      query: { after: last.id, limit: String(PAGE_MAX) },
    });
    yield* put(laterLoaded({ familyId, messages, me }));
    const newest = (yield* select(selectTimeline, familyId)).items.at(-1);
    if (messages.length < PAGE_MAX || newest?.id === last.id) return;
  }
}

/** Loads the page before the first message. */
export function* loadOlder(services: Services, { payload }: ReturnType<typeof olderRequested>) {
  const { familyId } = payload;
  const first = (yield* select(selectTimeline, familyId)).items[0];
  if (!first) return;
  try {
    const messages = yield* request(services, 'familyMessages', {
      params: { familyId },
      query: { before: first.id, limit: String(MESSAGES_PAGE) },
    });
    yield* put(olderLoaded({ familyId, messages }));
  } catch {
    yield* put(olderFailed({ familyId }));
  }
}
