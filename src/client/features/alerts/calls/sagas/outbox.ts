import type { Action, ActionCreatorWithoutPayload } from '@reduxjs/toolkit';
import { call, delay, put, race, type SagaGenerator, select, take } from 'typed-redux-saga';
import type { SosCall } from '#contract/sos';
import { connectionEstablished } from '#client/features/session/slice';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import { RequestFailed } from '#client/services/errors';
import type { Services } from '#client/services/types';
import { callsOutdated } from '../actions';
import type { Outbox, Waiting } from '../outbox';
import { selectOutcome } from '../selectors';
import { callsChanged } from '../slice';
import { receiveCall } from './load';

/** Pause before it is sent again, in milliseconds; a new connection ends it. */
const RETRY_PAUSE_MS = 5_000;

/** One kind of what a user does about calls. */
export interface OutboxTask<Value extends string> {
  outbox: Outbox<Value>;
  /** What waits has changed, perhaps in another tab. */
  changed: ActionCreatorWithoutPayload;
  shown: (waiting: Waiting<Value>) => Action;
  send: (services: Services, id: string, value: Value) => SagaGenerator<SosCall>;
  /** The server knows no such SOS of the user. */
  missing?: (id: string, value: Value) => SagaGenerator<void>;
}

/** The user has read what became of it, or has done more. */
export function* forgetOutcome() {
  if (yield* select(selectOutcome)) yield* put(callsChanged({ outcome: null }));
}

/** Another tab of this browser has added something, or the server has it. */
export function* watchOutboxElsewhere<Value extends string>({ outbox, changed }: OutboxTask<Value>) {
  const changes = bufferedChannel<'changed'>((emit) => outbox.onChanged(() => emit('changed')));
  yield* watchChannel(changes, function* () {
    yield* put(changed());
  });
}

/** Sends what waits, one after the other, also what an earlier page has left; each tab sends it all. */
export function* sendOutbox<Value extends string>(services: Services, task: OutboxTask<Value>) {
  const { outbox, changed, shown } = task;
  while (true) {
    const waiting = outbox.read();
    yield* put(shown(waiting));
    const [next] = Object.entries(waiting);
    if (!next) {
      yield* take(changed);
      continue;
    }
    const [id, value] = next;
    if (yield* sendOne(services, task, id, value)) yield* call(outbox.remove, id, value);
    else
      yield* race({
        again: take([connectionEstablished, changed]),
        late: delay(RETRY_PAUSE_MS),
      });
  }
}

/** @returns whether the server has decided on it */
function* sendOne<Value extends string>(
  services: Services,
  { send, missing }: OutboxTask<Value>,
  id: string,
  value: Value,
) {
  try {
    yield* call(receiveCall, yield* send(services, id, value));
    return true;
  } catch (error) {
    // The call is over, or the server keeps to the specification.
    yield* call(services.log.info, 'The server did not take what was done about an SOS:', error);
    const isRefused = error instanceof RequestFailed && isFinal(error.status);
    if (isRefused && error.status === 404 && missing) yield* call(missing, id, value);
    if (isRefused) yield* put(callsOutdated());
    return isRefused;
  }
}

const isFinal = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && ![401, 408, 429].includes(status);
