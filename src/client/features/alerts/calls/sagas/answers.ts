import { call, put, select } from 'typed-redux-saga';
import type { SosAnswer } from '#contract/sos';
import { request } from '#client/sagas/request';
import type { Services } from '#client/services/types';
import { selectAlerts } from '../../selectors';
import { type alertArrived, alertRead, type Arrival, callOf, callOfNews } from '../../slice';
import { waitingAnswersChanged, sosAnswered } from '../actions';
import type { Outbox } from '../outbox';
import {
  selectAnsweredCalls,
  selectCall,
  selectCallAlert,
  selectCallPage,
  selectOwnAnswer,
} from '../selectors';
import { callsChanged } from '../slice';
import type { OutboxTask } from './outbox';

/** Keeps an answer until the server has it. The banner of a call that is answered goes at once. */
export function* queueAnswer(outbox: Outbox<SosAnswer>, { payload }: ReturnType<typeof sosAnswered>) {
  const { id, answer } = payload;
  if ((yield* select(selectOwnAnswer, id)) !== answer) yield* call(outbox.add, id, answer);
  yield* put(waitingAnswersChanged());
  const unread = (yield* select(selectAlerts)).filter((alert) => !alert.read && callOf(alert) === id);
  for (const alert of unread) yield* put(alertRead({ id: alert.id }));
}

/** A user who dismisses an SOS has seen it. The server then stops repeating it for them. */
export function* queueSeen(outbox: Outbox<SosAnswer>, { payload }: ReturnType<typeof alertRead>) {
  const alert = (yield* select(selectAlerts)).find(({ id }) => id === payload.id);
  const id = alert && callOf(alert);
  // Servers without an inbox have no life of an SOS either.
  if (id === undefined || !alert?.alertId) return;
  const known = yield* select(selectCall, id);
  if (known?.endedAt || (yield* select(selectOwnAnswer, id)) !== null) return;
  yield* call(outbox.add, id, 'seen' as const);
  yield* put(waitingAnswersChanged());
}

/** What is about a call needs no banner or toast where its page is in view; a repeat still sounds. */
export function* readOnItsPage({ page }: Services, { payload }: ReturnType<typeof alertArrived>) {
  const idOf = (alert: Arrival) => callOf(alert) ?? callOfNews(alert);
  const id = idOf(payload.arrival);
  if (id === undefined || !page.isShown() || (yield* select(selectCallPage))?.id !== id) return;
  const unread = (yield* select(selectAlerts)).filter((alert) => !alert.read && idOf(alert) === id);
  for (const alert of unread) yield* put(alertRead({ id: alert.id }));
}

/** A user who marks all alerts as read, or clears them, has seen the open calls: their banners close. */
export function* queueAllSeen(outbox: Outbox<SosAnswer>) {
  const unanswered = (yield* select(selectAnsweredCalls)).map(({ id }) => id);
  for (const id of unanswered)
    if ((yield* select(selectOwnAnswer, id)) === null) yield* call(outbox.add, id, 'seen' as const);
  yield* put(waitingAnswersChanged());
}

/** Says that an answer did not arrive: its caller has left the family, or the user has. */
function* noteLostAnswer(id: string, answer: SosAnswer) {
  const known = (yield* select(selectCall, id)) ?? (yield* select(selectCallAlert, id));
  const name = known?.userName;
  if (name && answer !== 'seen') yield* put(callsChanged({ outcome: { what: 'answerLost', name } }));
}

/** Answers wait until the server has them. */
export const answerTask = (outbox: Outbox<SosAnswer>): OutboxTask<SosAnswer> => ({
  outbox,
  changed: waitingAnswersChanged,
  shown: (waitingAnswers) => callsChanged({ waitingAnswers }),
  send: (services, id, answer) => request(services, 'answerSos', { params: { id }, body: { answer } }),
  missing: noteLostAnswer,
});
