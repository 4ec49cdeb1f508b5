import {
  sosCancelled,
  sosDelayed,
  sosFailed,
  sosFoundElsewhere,
  sosOnItsWay,
  sosSent,
  sosResolvedInOtherTab,
  sosSubmitted,
  sosResumed,
} from '../sos/slice';
import { call, cancel, delay, fork, put, race, select, take } from 'typed-redux-saga';
import type { SosTrigger } from '#contract/alerts';
import { ALERT_KEPT_MS, SOS_POSITION_OPTIONS } from '#contract/limits';
import { pauseAfter } from '#client/sagas/request';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import { EmitRefused, GeolocationFailed } from '#client/services/errors';
import type { GeolocationProblem, Services } from '#client/services/types';
import { selectOwnPosition } from '#client/features/locations/selectors';
import { ownLocationReceived } from '#client/features/locations/slice';
import { selectIsConnected, selectUser } from '#client/features/session/selectors';
import { connectionEstablished, connectionLost } from '#client/features/session/slice';
import {
  createPendingSosStorage,
  type PendingSos,
  type PendingSosStorage,
  type SosPosition,
} from '../alertStorage';
import type { RootState } from '#client/store/rootState';
import { callsChanged } from '../calls/slice';
import { selectSos } from '../selectors';
import { noPosition, sosMessage } from '../messages';

type PlacedSos = PendingSos & { position: SosPosition };

/** The browser counts its five seconds from the permission on; who does not answer that question waits no longer. */
const POSITION_PATIENCE_MS = SOS_POSITION_OPTIONS.timeout + 1_000;
/** After this long without an acknowledgement the dialog says so. */
const ACK_PATIENCE_MS = 2_000;
const RETRY_PAUSE_MS = 1_000;
/** A position is sent at once up to this age, where later ones follow it. */
const RECENT_MS = 30_000;

/**
 * One call for help after the other: kept on this device from the press on, given a position, sent until the server has
 * it or refuses it, or the person takes it back. One that an earlier page could not send comes first, and one that
 * another tab has not sent yet is sent by whichever tab can.
 */
export function* sendCallsForHelp(services: Services) {
  const user = yield* select(selectUser);
  if (!user) return;
  const pendingSos = createPendingSosStorage(services.storage, user.id);
  yield* fork(followOtherTabsSos, pendingSos);
  let pending = restored(services, pendingSos);
  while (true) {
    let isOwn = true;
    if (pending) yield* put(sosResumed({ message: pending.message, open: true }));
    else ({ pending, isOwn } = yield* untilThereIsOne(services, pendingSos));
    const { over } = yield* race({
      work: call(sendSos, services, pendingSos, pending, isOwn),
      over: take([sosCancelled, sosSent, sosResolvedInOtherTab]),
    });
    if (over && sosCancelled.match(over)) yield* call(pendingSos.remove);
    pending = null;
  }
}

function restored({ clock }: Services, pendingSos: PendingSosStorage): PendingSos | null {
  const pending = pendingSos.read();
  // A call of days ago would be a false alarm today.
  if (pending === null || clock.now() - pending.pressedAt <= ALERT_KEPT_MS) return pending;
  pendingSos.remove();
  return null;
}

/** Applies what other tabs do with a call to this tab. */
function* followOtherTabsSos(pendingSos: PendingSosStorage) {
  const factOf = { written: sosFoundElsewhere, sent: sosSent, removed: sosResolvedInOtherTab } as const;
  yield* watchChannel(bufferedChannel(pendingSos.onChanged), function* (change) {
    // A sent call is removed from storage as well; another message has reported it already.
    if (change === 'written' || (yield* select(selectSos)).status !== 'idle') yield* put(factOf[change]());
  });
}

/** Waits for a press here, or in another tab. */
function* untilThereIsOne(services: Services, pendingSos: PendingSosStorage) {
  while (true) {
    const { pressed } = yield* race({ pressed: take(sosSubmitted), found: take(sosFoundElsewhere) });
    if (pressed) {
      const begun = yield* beginSos(services, pendingSos, pressed.payload.message);
      return { pending: begun, isOwn: true };
    }
    const found = pendingSos.read();
    if (!found) continue;
    yield* put(sosResumed({ message: found.message, open: false }));
    return { pending: found, isOwn: false };
  }
}

function* beginSos(services: Services, pendingSos: PendingSosStorage, message: string) {
  const pending: PendingSos = {
    message: message.trim(),
    position: null,
    clientId: yield* call(services.ids.next),
    pressedAt: yield* call(services.clock.now),
  };
  yield* call(pendingSos.write, pending);
  return pending;
}

/** @param isOwn false for one that was pressed in another tab */
function* sendSos(services: Services, pendingSos: PendingSosStorage, pending: PendingSos, isOwn: boolean) {
  const found = pending.position ?? (yield* findPosition(services, pending.pressedAt));
  const isFresh = typeof found === 'object' && found.fresh;
  // The tab in which it was pressed may still find one, unless it was closed.
  if (typeof found === 'string' && !isOwn) yield* delay(POSITION_PATIENCE_MS);
  const stored = pendingSos.read();
  // A hidden tab gets no fixes, so another tab may have found a better position.
  const position = (!isFresh && stored?.clientId === pending.clientId && stored.position) || found;
  if (typeof position === 'string') {
    yield* call(pendingSos.remove);
    return void (yield* put(sosFailed({ error: noPosition(position) })));
  }
  const placed = { ...pending, position };
  // Not over what another tab has made of it meanwhile.
  if (stored?.clientId === pending.clientId) yield* call(pendingSos.write, placed);
  yield* deliver(services, pendingSos, placed);
}

/**
 * The position of an open call, or a recent fix, else a fresh one, else the newest position that is known of this person,
 * else why there is none. During a call its positions are watched, and browsers answer no other question until it moves.
 */
function* findPosition({ geolocation, log }: Services, pressedAt: number) {
  let problem: GeolocationProblem = 'timeout';
  const { calls, ownFix } = yield* select(({ alerts }: RootState) => alerts.calls);
  const known = ownFix ?? (yield* select(selectOwnPosition));
  const isRecent = known ? pressedAt - Date.parse(known.timestamp) < RECENT_MS : false;
  // What the watch gave last is where the user is: it gives another as soon as they move.
  if (known && (ownFix || (calls && isRecent))) return positionFor(known, true);
  try {
    const { fix, shared } = yield* race({
      fix: call(geolocation.current, SOS_POSITION_OPTIONS),
      shared: call(untilShared, pressedAt),
      late: delay(POSITION_PATIENCE_MS),
    });
    const taken = fix ?? shared;
    if (taken) return positionFor(taken, true);
  } catch (error) {
    yield* call(log.info, 'Geolocation error:', error);
    if (error instanceof GeolocationFailed) ({ problem } = error);
  }
  const own = yield* select(selectOwnPosition);
  return own ? positionFor(own, false) : problem;
}

/** While sharing or during a call, fixes arrive anyway; one that is newer than the press is fresh enough. */
function* untilShared(pressedAt: number) {
  while (true) {
    const action = yield* take([ownLocationReceived, callsChanged]);
    const shared = ownLocationReceived.match(action) ? action.payload.locations[0] : undefined;
    const fix = callsChanged.match(action) ? action.payload.ownFix : shared;
    if (fix && Date.parse(fix.timestamp) >= pressedAt) return fix;
  }
}

function positionFor(
  {
    latitude,
    longitude,
    accuracy,
    timestamp,
  }: Omit<SosPosition, 'takenAt' | 'fresh'> & { timestamp: string },
  fresh: boolean,
): SosPosition {
  return { latitude, longitude, accuracy: accuracy ?? null, takenAt: Date.parse(timestamp), fresh };
}

/** Ends when the server has it or does not want it. Sent again with the same id it raises no second alert. */
function* deliver(services: Services, pendingSos: PendingSosStorage, pending: PlacedSos) {
  yield* put(sosOnItsWay({ message: pending.message }));
  const doubt = yield* fork(admitDelay);
  while (true) {
    if (!(yield* select(selectIsConnected))) {
      yield* put(sosDelayed());
      yield* take(connectionEstablished);
    }
    try {
      const hasCalls = yield* select(({ alerts }: RootState) => alerts.calls.calls !== undefined);
      const isSent = yield* call(emitAlone, services, pendingSos, pending, hasCalls);
      yield* cancel(doubt);
      return void (yield* put(isSent ? sosSent() : sosResolvedInOtherTab()));
    } catch (error) {
      yield* call(services.log.failure, 'Sending the SOS failed:', error);
      if (error instanceof EmitRefused) {
        yield* cancel(doubt);
        yield* call(pendingSos.remove);
        return void (yield* put(sosFailed({ error: error.reason })));
      }
      yield* put(sosDelayed());
      yield* delay(pauseAfter(error, RETRY_PAUSE_MS));
    }
  }
}

/**
 * Sends it while no other tab does.
 * @returns false when another tab has settled it, or the person has taken it back
 */
function emitAlone(
  { tabs, socket, clock }: Services,
  pendingSos: PendingSosStorage,
  pending: PlacedSos,
  hasCalls: boolean,
): Promise<boolean> {
  return tabs.runExclusive('sos', async () => {
    if (pendingSos.read() === null) return false;
    const { id } = await trigger(socket, pending, { now: clock.now(), hasCalls });
    pendingSos.removeAsSent(id);
    return true;
  });
}

/** Says that it is not sent yet as soon as the connection is gone or the answer takes long. */
function* admitDelay() {
  yield* race({ lost: take(connectionLost), long: delay(ACK_PATIENCE_MS) });
  yield* put(sosDelayed());
}

/** @param hasCalls whether the server knows the life of an SOS: others may refuse what the specification does not name */
async function trigger(
  socket: Services['socket'],
  pending: PlacedSos,
  { now, hasCalls }: { now: number; hasCalls: boolean },
) {
  const { position, message } = pending;
  const place = { latitude: position.latitude, longitude: position.longitude, clientId: pending.clientId };
  const inWords = { ...place, ...textOf(sosMessage(message, position, now)) };
  if (!hasCalls) return socket.emit('sos:trigger', inWords);
  const { accuracy } = position;
  try {
    return await socket.emit('sos:trigger', {
      ...place,
      ...textOf(message),
      timestamp: new Date(position.takenAt).toISOString(),
      ...(typeof accuracy === 'number' ? { accuracy } : {}),
    });
  } catch (error) {
    // During an update a newer app meets an older server, which refuses fields that it does not know.
    if (!(error instanceof EmitRefused && error.reason.code === 'sos_fields_required')) throw error;
    return socket.emit('sos:trigger', inWords);
  }
}

const textOf = (message: string): Pick<SosTrigger, 'message'> => (message === '' ? {} : { message });
