import { call, cancel, delay, fork, put, race, select, take } from 'typed-redux-saga';
import type { SosTrigger } from '../../../../contract/alerts';
import { ALERT_KEPT_MS, SOS_POSITION_OPTIONS } from '../../../../contract/limits';
import { EmitRefused, type Services } from '../../../services/types';
import { selectOwnPosition } from '../../locations/selectors';
import { ownFixTaken } from '../../locations/slice';
import { selectIsConnected, selectUser } from '../../session/selectors';
import { connectionEstablished, connectionLost } from '../../session/slice';
import { pendingSosIn, type PendingSos, sosKey } from '../kept';
import { sosCancelled, sosDelayed, sosFailed, sosOnItsWay, sosSent, sosSubmitted } from '../slice';
import { NO_POSITION, sosMessage } from '../texts';

/** The browser counts its five seconds from the permission on; who does not answer that question waits no longer. */
const POSITION_PATIENCE_MS = SOS_POSITION_OPTIONS.timeout + 1_000;
/** After this long without an acknowledgement the dialog says so. */
const ACK_PATIENCE_MS = 2_000;
const RETRY_PAUSE_MS = 1_000;

/**
 * One call for help after the other: found a position, kept on this device, sent until the server has it or refuses
 * it, or the person takes it back. One that an earlier page could not send comes first.
 */
export function* sendCallsForHelp(services: Services) {
  let pending = yield* restore(services);
  while (true) {
    if (pending === null) {
      const { payload } = yield* take(sosSubmitted);
      const { found } = yield* race({
        found: prepare(services, payload.message.trim()),
        cancelled: take(sosCancelled),
      });
      pending = found ?? null;
    }
    if (pending !== null) {
      yield* race({ sent: call(deliver, services, pending), cancelled: take(sosCancelled) });
      yield* forget(services);
      pending = null;
    }
  }
}

function* restore({ storage, clock }: Services) {
  const user = yield* select(selectUser);
  if (!user) return null;
  const pending = pendingSosIn(yield* call(storage.get, sosKey(user.id)));
  // A call of days ago would be a false alarm today.
  if (pending === null || clock.now() - pending.pressedAt > ALERT_KEPT_MS) return null;
  yield* put(sosSubmitted({ message: pending.message }));
  return pending;
}

/** Finds out where we are; null when nobody knows, which the dialog then says. */
function* prepare(services: Services, message: string) {
  const { storage, clock, ids } = services;
  const user = yield* select(selectUser);
  const position = yield* findPosition(services);
  if (!user || !position) return void (yield* put(sosFailed({ error: NO_POSITION })));
  const pending: PendingSos = {
    ...position,
    message,
    clientId: yield* call(ids.next),
    pressedAt: yield* call(clock.now),
  };
  yield* call(storage.set, sosKey(user.id), JSON.stringify(pending));
  return pending;
}

/** A fresh fix, else the newest position that is known of this person. */
function* findPosition({ geolocation, log }: Services) {
  try {
    const { fix, shared } = yield* race({
      fix: call(geolocation.current, SOS_POSITION_OPTIONS),
      // Whoever shares gets fixes all the time; the next one is as fresh.
      shared: take(ownFixTaken),
      late: delay(POSITION_PATIENCE_MS),
    });
    const taken = fix ?? shared?.payload.locations[0];
    if (taken) return placeOf(taken, true);
  } catch (error) {
    yield* call(log.note, 'Geolocation error:', error);
  }
  const own = yield* select(selectOwnPosition);
  return own ? placeOf(own, false) : null;
}

function placeOf(fix: { latitude: number; longitude: number; timestamp: string }, fresh: boolean) {
  return { latitude: fix.latitude, longitude: fix.longitude, takenAt: Date.parse(fix.timestamp), fresh };
}

/** Ends when the server has it or does not want it. Sent again under the same name it raises no second alert. */
function* deliver({ socket, clock, log }: Services, pending: PendingSos) {
  yield* put(sosOnItsWay({ message: pending.message }));
  const doubt = yield* fork(admitDelay);
  while (true) {
    if (!(yield* select(selectIsConnected))) {
      yield* put(sosDelayed());
      yield* take(connectionEstablished);
    }
    try {
      const trigger = triggerOf(pending, clock.now());
      yield* call(() => socket.emit('sos:trigger', trigger));
      yield* cancel(doubt);
      return void (yield* put(sosSent()));
    } catch (error) {
      yield* call(log.failure, 'Sending the SOS failed:', error);
      if (error instanceof EmitRefused) {
        yield* cancel(doubt);
        return void (yield* put(sosFailed({ error: error.message })));
      }
      yield* put(sosDelayed());
      yield* delay(RETRY_PAUSE_MS);
    }
  }
}

/** Says that it is not sent yet as soon as the connection is gone or the answer takes long. */
function* admitDelay() {
  yield* race({ lost: take(connectionLost), long: delay(ACK_PATIENCE_MS) });
  yield* put(sosDelayed());
}

function triggerOf(pending: PendingSos, now: number): SosTrigger {
  const { latitude, longitude, clientId } = pending;
  const message = sosMessage(pending, now);
  return message === '' ? { latitude, longitude, clientId } : { latitude, longitude, clientId, message };
}

function* forget({ storage }: Services) {
  const user = yield* select(selectUser);
  if (user) yield* call(storage.remove, sosKey(user.id));
}
