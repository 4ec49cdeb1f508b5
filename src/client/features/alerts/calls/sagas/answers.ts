import { call, delay, put, race, select, take } from 'typed-redux-saga';
import type { SosAnswer } from '#contract/sos';
import { connectionEstablished } from '#client/features/session/slice';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import { request } from '#client/sagas/request';
import { CallFailed } from '#client/services/errors';
import type { Services } from '#client/services/types';
import { selectAlerts } from '../../selectors';
import { type alertArrived, alertRead, callOf } from '../../slice';
import { waitingAnswersChanged, sosAnswered } from '../actions';
import type { AnswerQueue } from '../answerQueue';
import { selectAnsweredCalls, selectCall, selectCallPage, selectOwnAnswer } from '../selectors';
import { callsChanged } from '../slice';
import { receiveCall } from './load';

/** Pause before an answer is sent again, in milliseconds; a new connection ends it. */
const RETRY_PAUSE_MS = 5_000;

/** Keeps an answer until the server has it. The banner of a call that is answered goes at once. */
export function* queueAnswer(queue: AnswerQueue, { payload }: ReturnType<typeof sosAnswered>) {
  const { id, answer } = payload;
  if ((yield* select(selectOwnAnswer, id)) !== answer) yield* call(queue.add, id, answer);
  yield* put(waitingAnswersChanged());
  const unread = (yield* select(selectAlerts)).filter((alert) => !alert.read && callOf(alert) === id);
  for (const alert of unread) yield* put(alertRead({ id: alert.id }));
}

/** A user who dismisses an SOS has seen it. The server then stops repeating it for them. */
export function* queueSeen(queue: AnswerQueue, { payload }: ReturnType<typeof alertRead>) {
  const alert = (yield* select(selectAlerts)).find(({ id }) => id === payload.id);
  const id = alert && callOf(alert);
  // Servers without an inbox have no life of an SOS either.
  if (id === undefined || !alert?.alertId) return;
  const known = yield* select(selectCall, id);
  if (known?.endedAt || (yield* select(selectOwnAnswer, id)) !== null) return;
  yield* call(queue.add, id, 'seen' as const);
  yield* put(waitingAnswersChanged());
}

/** A repeat needs no banner where the page of its call is in view; it still sounds. */
export function* readOnItsPage({ page }: Services, { payload }: ReturnType<typeof alertArrived>) {
  const id = callOf(payload.arrival);
  if (id === undefined || !page.isShown() || (yield* select(selectCallPage))?.id !== id) return;
  const unread = (yield* select(selectAlerts)).filter((alert) => !alert.read && callOf(alert) === id);
  for (const alert of unread) yield* put(alertRead({ id: alert.id }));
}

/** A user who marks all alerts as read, or clears them, has seen the calls that go on: their banners are gone then. */
export function* queueAllSeen(queue: AnswerQueue) {
  const unanswered = (yield* select(selectAnsweredCalls)).map(({ id }) => id);
  for (const id of unanswered)
    if ((yield* select(selectOwnAnswer, id)) === null) yield* call(queue.add, id, 'seen' as const);
  yield* put(waitingAnswersChanged());
}

/** Another tab of this browser has queued an answer, or the server has it. */
export function* watchAnswersElsewhere(queue: AnswerQueue) {
  const changes = bufferedChannel<'changed'>((emit) => queue.onChanged(() => emit('changed')));
  yield* watchChannel(changes, function* () {
    yield* put(waitingAnswersChanged());
  });
}

/** Sends the answers that wait, one after the other, also those of an earlier page; each tab sends them all. */
export function* sendAnswers(services: Services, queue: AnswerQueue) {
  while (true) {
    const waiting = queue.read();
    yield* put(callsChanged({ waitingAnswers: waiting }));
    const [next] = Object.entries(waiting);
    if (!next) {
      yield* take(waitingAnswersChanged);
      continue;
    }
    const [id, answer] = next;
    if (yield* sendAnswer(services, id, answer)) yield* call(queue.remove, id, answer);
    else
      yield* race({
        again: take([connectionEstablished, waitingAnswersChanged]),
        late: delay(RETRY_PAUSE_MS),
      });
  }
}

/** @returns whether the server has decided on it */
function* sendAnswer(services: Services, id: string, answer: SosAnswer) {
  try {
    yield* call(receiveCall, yield* request(services, 'answerSos', { params: { id }, body: { answer } }));
    return true;
  } catch (error) {
    // It is over, or the server keeps to the specification.
    yield* call(services.log.info, 'The SOS was not answered:', error);
    return error instanceof CallFailed && isFinal(error.status);
  }
}

const isFinal = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && status !== 429 && status !== 401;
