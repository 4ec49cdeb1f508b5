import { buffers, type Channel, channel } from 'redux-saga';
import { call, delay, put, race, select, take } from 'typed-redux-saga';
import { SOS_POSITION_OPTIONS, TRACKING_OPTIONS } from '#contract/limits';
import { selectIsConnected } from '#client/features/session/selectors';
import { connectionEstablished } from '#client/features/session/slice';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import { whileLeader } from '#client/sagas/whileLeader';
import { request } from '#client/sagas/request';
import type { LocationFix, Services } from '#client/services/types';
import { deviceCallKey } from '../../alertStorage';
import { selectSos } from '../../selectors';
import { sosCancelled, sosSent } from '../../sos/slice';
import { type sosEndRequested, waitingEndsChanged } from '../actions';
import type { ChosenEnding, Outbox } from '../outbox';
import { selectCallPage, selectOwnOpenCall } from '../selectors';
import { callsChanged } from '../slice';
import type { OutboxTask } from './outbox';

/** How long a call that was just sent can be taken back with one press, in milliseconds. */
const TAKE_BACK_MS = 5_000;
/** A call that is older was open before the user pressed. */
const NEW_CALL_MS = 10_000;

/** Offers to take back a call that was just sent from this browser. */
export function* offerTakeBack({ clock }: Services) {
  const { own } = yield* race({ own: call(untilOwnCall), late: delay(TAKE_BACK_MS) });
  if (!own || clock.now() - Date.parse(own.startedAt) > NEW_CALL_MS) return;
  yield* put(callsChanged({ takeBackId: own.id }));
  yield* delay(TAKE_BACK_MS);
  yield* put(callsChanged({ takeBackId: null }));
}

function* untilOwnCall() {
  while (true) {
    const own = yield* select(selectOwnOpenCall);
    if (own) return own;
    yield* take(callsChanged);
  }
}

/** Keeps the end of the user's own call until the server has it. What was to follow the call would open another one. */
export function* queueEnd(outbox: Outbox<ChosenEnding>, { payload }: ReturnType<typeof sosEndRequested>) {
  if ((yield* select(selectSos)).status !== 'idle') yield* put(sosCancelled());
  yield* call(outbox.add, payload.id, payload.ending);
  yield* put(waitingEndsChanged());
}

/** A user who calls again needs help now: an end that the server does not have yet would end this call. */
export function* dropEnds(outbox: Outbox<ChosenEnding>) {
  yield* call(outbox.clear);
  yield* put(waitingEndsChanged());
}

/** Says that it is over, where its page does not. */
function* sendEnd(services: Services, id: string, ending: ChosenEnding) {
  const ended = yield* request(services, 'closeSos', { params: { id }, body: { ending } });
  if ((yield* select(selectCallPage))?.id !== id) yield* put(callsChanged({ outcome: { what: 'ended' } }));
  return ended;
}

/** Ends wait until the server has them. */
export const endTask = (outbox: Outbox<ChosenEnding>): OutboxTask<ChosenEnding> => ({
  outbox,
  changed: waitingEndsChanged,
  shown: (waitingEnds) => callsChanged({ waitingEnds }),
  send: sendEnd,
});

/** Shares the caller's position while their call is open, also while sharing is off; from the device that called. */
export function* shareDuringCalls(services: Services, userId: string) {
  while (true) {
    const id = yield* call(untilDeviceCall, services, userId);
    yield* race({ share: call(shareMoves, services, id), over: call(untilOver, id) });
  }
}

function* untilDeviceCall({ storage }: Services, userId: string) {
  while (true) {
    const own = yield* select(selectOwnOpenCall);
    if (own && storage.get(deviceCallKey(userId)) === own.id) return own.id;
    yield* take([callsChanged, sosSent]);
  }
}

function* untilOver(id: string) {
  while ((yield* select(selectOwnOpenCall))?.id === id) yield* take(callsChanged);
}

/** The visible tab watches the position, where the browser would not ask the user again; each sends what it has found. */
function* shareMoves(services: Services, id: string) {
  const { geolocation, tabs } = services;
  // Of several fixes only the newest is news.
  const fixes = channel<LocationFix>(buffers.sliding(1));
  yield* race({
    watch: call(
      whileLeader,
      (emit: (isLeader: boolean) => void) => tabs.electVisibleTab('sosMoves', emit, geolocation.isAllowed),
      () => watchMoves(services, fixes),
    ),
    send: call(sendMoves, services, id, fixes),
  });
}

function* watchMoves({ geolocation }: Services, fixes: Channel<LocationFix>) {
  const found = bufferedChannel<LocationFix>((emit) => {
    // The specification's fix: as fresh as can be. The call itself may have gone with an older one.
    geolocation.current(SOS_POSITION_OPTIONS).then(emit, () => undefined);
    return geolocation.watch(TRACKING_OPTIONS, emit, () => undefined);
  });
  try {
    yield* watchChannel(found, function* (fix) {
      yield* put(callsChanged({ ownFix: fix }));
      yield* put(fixes, fix);
    });
  } finally {
    yield* put(callsChanged({ ownFix: null }));
  }
}

function* sendMoves(services: Services, id: string, fixes: Channel<LocationFix>) {
  let newest: LocationFix | null = null;
  while (true) {
    const { fix } = yield* race({ fix: take(fixes), back: take(connectionEstablished) });
    newest = fix ?? newest;
    if (newest && (yield* select(selectIsConnected)) && (yield* call(sendMove, services, id, newest)))
      newest = null;
  }
}

/** @returns whether it was sent */
function* sendMove({ socket, clock, log }: Services, id: string, { accuracy, ...place }: LocationFix) {
  try {
    const move = { id, ...place, ...(accuracy === null ? {} : { accuracy }) };
    yield* call(() => socket.emit('sos:move', move));
    yield* put(callsChanged({ sentAt: new Date(clock.now()).toISOString() }));
    return true;
  } catch (error) {
    yield* call(log.info, 'A position for the SOS was not sent:', error);
    return false;
  }
}
