import { call, delay, fork, put, select, takeEvery, takeLatest } from 'typed-redux-saga';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import { selectUser } from '#client/features/session/selectors';
import { selectSharing, selectSharingInterrupted } from '../selectors';
import { sharingInterrupted, sharingStarted, sharingStopped, sharingStopRequested } from '../slice';
import { sharingEndKey } from '../actions';
import { selectSharingEndsAt } from './selectors';
import { type PauseLength, sharingEndSet, sharingLengthChosen } from './slice';

const HOUR_MS = 3_600_000;
/** Timers of browsers are late after a sleep, so the time is compared again this often. */
const CHECK_MS = 30_000;

/** When a pause or sharing ends, on this device's calendar; null for never. @param now epoch milliseconds */
export function endOf(length: PauseLength, now: number): string | null {
  if (length === 'open') return null;
  if (length === 'hour') return new Date(now + HOUR_MS).toISOString();
  const midnight = new Date(now);
  midnight.setHours(24, 0, 0, 0);
  return midnight.toISOString();
}

/**
 * Ends sharing from this browser at the time that the user chose, also after a reload of the page. Each tab keeps to that
 * time: the one where it was chosen may be closed, and another tab may change it.
 */
export function* limitSharing(services: Services) {
  const user = yield* select(selectUser);
  if (!user) return;
  const key = sharingEndKey(user.id);
  const forget = () => services.storage.remove(key);
  const changes = bufferedChannel<'changed'>((emit) =>
    services.storage.onChanged(key, () => emit('changed')),
  );
  yield* fork(watchChannel<'changed'>, changes, () => adoptEnd(services, key));
  yield* takeLatest(sharingLengthChosen, guarded(chooseEnd), services);
  // Sharing that stopped needs no timer: it would stop what the user starts next.
  yield* takeLatest([sharingEndSet, sharingStopped], guarded(stopInTime), services);
  yield* takeEvery([sharingStopped, sharingInterrupted], forget);
  yield* takeEvery(sharingStarted, () => adoptEnd(services, key));
  if (yield* select(selectSharingInterrupted)) forget();
  yield* call(adoptEnd, services, key);
}

/**
 * Takes over the stored end, which may be another tab's. It is read anew for each change, because what a late event tells
 * may be older, and is not written back, which would start a loop of tabs that correct each other.
 */
function* adoptEnd({ storage }: Services, key: string) {
  if (!(yield* select(selectSharing))) return;
  const stored = Number(yield* call(storage.get, key));
  const end = stored > 0 ? stored : null;
  if (end !== (yield* select(selectSharingEndsAt))) yield* put(sharingEndSet(end));
}

function* chooseEnd({ clock, storage }: Services, { payload }: ReturnType<typeof sharingLengthChosen>) {
  const user = yield* select(selectUser);
  if (!user) return;
  const key = sharingEndKey(user.id);
  const until = endOf(payload, yield* call(clock.now));
  const end = until === null ? null : Date.parse(until);
  if (end === null) yield* call(storage.remove, key);
  else yield* call(storage.set, key, String(end));
  yield* put(sharingEndSet(end));
}

function* stopInTime(services: Services) {
  const { clock, storage } = services;
  const user = yield* select(selectUser);
  const end = yield* select(selectSharingEndsAt);
  if (!user || end === null) return;
  for (let now = yield* call(clock.now); now < end; now = yield* call(clock.now))
    yield* delay(Math.min(end - now, CHECK_MS));
  const key = sharingEndKey(user.id);
  // Another tab may have changed it while this one was frozen.
  if (storage.get(key) !== String(end)) return void (yield* adoptEnd(services, key));
  yield* put(sharingStopRequested());
}
