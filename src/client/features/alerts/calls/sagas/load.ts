import { call, put, select, take } from 'typed-redux-saga';
import type { SosCall, SosMoved } from '#contract/sos';
import { connectionEstablished } from '#client/features/session/slice';
import { selectUser } from '#client/features/session/selectors';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import { request } from '#client/sagas/request';
import { retryLoad } from '#client/sagas/retryLoad';
import { RequestFailed } from '#client/services/errors';
import type { Services } from '#client/services/types';
import { sosPageOpened } from '#client/store/pageActions';
import { callsOutdated, PRACTICE_ID, sosAnswered, sosPageRequested } from '../actions';
import { withCall, withList, withMove } from '../knownCalls';
import { selectCallPage, selectCalls, selectOwnAnswer } from '../selectors';
import { selectAlerts } from '../../selectors';
import { alertRead, callOfNews } from '../../slice';
import { type CallPage, callsChanged } from '../slice';

type News = { changed: SosCall } | { moved: SosMoved };

/** Puts the calls that the server sends into the store. */
export function* watchCalls({ socket }: Services) {
  const news = bufferedChannel<News>((emit) => {
    const stops = [
      socket.on('sos:changed', (changed) => emit({ changed })),
      socket.on('sos:moved', (moved) => emit({ moved })),
    ];
    return () => stops.forEach((stop) => stop());
  });
  yield* watchChannel(news, function* (one) {
    if ('changed' in one) yield* call(receiveCall, one.changed);
    else yield* call(receiveMove, one.moved);
  });
}

/** Keeps a call that the server has sent. The page of a call loads what happened once it is over. */
export function* receiveCall(received: SosCall) {
  const known = yield* select(selectCalls);
  yield* put(callsChanged({ calls: withCall(known, received) }));
  const before = known.find(({ id }) => id === received.id);
  const page = yield* select(selectCallPage);
  if (before?.endedAt === null && received.endedAt !== null && page?.id === received.id)
    yield* put(sosPageRequested({ id: received.id }));
}

function* receiveMove(moved: SosMoved) {
  yield* put(callsChanged({ calls: withMove(yield* select(selectCalls), moved) }));
  const page = yield* select(selectCallPage);
  if (page?.id !== moved.id) return;
  const { id: _id, ...position } = moved;
  yield* changePage({ track: [...page.track, position] });
}

/** Changes what the page of a call shows, if one is open. */
export function* changePage(change: Partial<CallPage>) {
  const page = yield* select(selectCallPage);
  if (page) yield* put(callsChanged({ page: { ...page, ...change } }));
}

/** Loads the calls of the last 30 days. */
export function* loadCalls(services: Services) {
  yield* retryLoad(services, 'The calls for help were not loaded:', function* () {
    const asked = new Set((yield* select(selectCalls)).map(({ id }) => id));
    const page = yield* select(selectCallPage);
    try {
      const list = yield* request(services, 'listSos', {});
      yield* put(callsChanged({ calls: withList(yield* select(selectCalls), list, asked) }));
      if (page && page.id === undefined) yield* changePage({ status: 'ready' });
    } catch (error) {
      if (page && page.id === undefined && page.status === 'loading') yield* changePage({ status: 'failed' });
      throw error;
    }
  });
}

/** The page may have opened before this was loaded. */
export function* showOpenPage() {
  const page = yield* select(selectCallPage);
  yield* put(page ? sosPageRequested(page.id === undefined ? {} : { id: page.id }) : callsOutdated());
}

/** Loads what the page of a call shows, again after each loss of the connection; until another page opens. */
export function* showPage(services: Services, action: { type: string }) {
  if (!sosPageOpened.match(action) && !sosPageRequested.match(action))
    return void (yield* put(callsChanged({ page: null })));
  const { id } = action.payload;
  if (id === undefined) return void (yield* put(callsOutdated()));
  if (id === PRACTICE_ID) return;
  while (true) {
    yield* call(loadPage, services, id);
    yield* take(connectionEstablished);
  }
}

function* loadPage(services: Services, id: string) {
  try {
    const { track, log, ...received } = yield* request(services, 'getSos', { params: { id } });
    yield* put(callsChanged({ calls: withCall(yield* select(selectCalls), received) }));
    yield* changePage({ status: 'ready', track, log });
    yield* call(answerSeen, received);
    yield* call(readNews, id);
  } catch (error) {
    yield* call(services.log.info, 'The call for help was not loaded:', error);
    const isMissing = error instanceof RequestFailed && error.status === 404;
    const page = yield* select(selectCallPage);
    if (isMissing) yield* changePage({ status: 'missing' });
    else if (page?.status === 'loading') yield* changePage({ status: 'failed' });
  }
}

/** Opening the page of a call shows all that its news say. */
function* readNews(id: string) {
  const unread = (yield* select(selectAlerts)).filter((alert) => !alert.read && callOfNews(alert) === id);
  for (const alert of unread) yield* put(alertRead({ id: alert.id }));
}

/** Opening the page of a call answers that it is seen. */
function* answerSeen({ id, userId, endedAt }: SosCall) {
  const user = yield* select(selectUser);
  if (endedAt !== null || userId === user?.id) return;
  yield* put(sosAnswered({ id, answer: (yield* select(selectOwnAnswer, id)) ?? 'seen' }));
}
