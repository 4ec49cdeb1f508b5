import { call, delay, put, select, take } from 'typed-redux-saga';
import type { RootState } from '#client/store/rootState';
import type { CallStorage } from '../callStorage';
import { callsChanged } from '../slice';

/** Positions come twice a second; the device stores them less often, in milliseconds. */
const KEEP_PAUSE_MS = 3_000;

const selectKnown = (state: RootState) => state.alerts.calls.calls;

/** Shows the calls as this device stored them last, until the server answers. */
export function* restoreCalls(storage: CallStorage) {
  const calls = yield* call(storage.read);
  if (calls && !(yield* select(selectKnown))) yield* put(callsChanged({ calls }));
}

/** Stores the calls on this device. */
export function* persistCalls(storage: CallStorage) {
  let stored = yield* select(selectKnown);
  while (true) {
    const known = yield* select(selectKnown);
    if (!known || known === stored) {
      yield* take(callsChanged);
      continue;
    }
    yield* call(storage.write, known);
    stored = known;
    yield* delay(KEEP_PAUSE_MS);
  }
}
