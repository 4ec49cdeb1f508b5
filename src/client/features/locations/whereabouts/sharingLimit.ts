import { call, delay, put, select, takeLatest } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import type { Services } from '#client/services/types';
import { selectUser } from '#client/features/session/selectors';
import { selectSharing } from '../selectors';
import { sharingStopped, sharingStopRequested } from '../slice';
import { selectSharingEndsAt } from './selectors';
import { type PauseLength, sharingEndSet, sharingLengthChosen } from './slice';

const HOUR_MS = 3_600_000;
/** Timers of browsers are late after a sleep, so the time is compared again this often. */
const CHECK_MS = 30_000;

const endKey = (userId: string) => `sharing-end:${userId}`;

/** When a pause or sharing ends, on this device's calendar; null for never. @param now epoch milliseconds */
export function endOf(length: PauseLength, now: number): string | null {
  if (length === 'open') return null;
  if (length === 'hour') return new Date(now + HOUR_MS).toISOString();
  const midnight = new Date(now);
  midnight.setHours(24, 0, 0, 0);
  return midnight.toISOString();
}

/** Ends sharing from this browser at the time that the user chose, also after a reload of the page. */
export function* limitSharing(services: Services) {
  const user = yield* select(selectUser);
  if (!user) return;
  const key = endKey(user.id);
  yield* takeLatest(sharingLengthChosen, guarded(chooseEnd), services);
  yield* takeLatest(sharingEndSet, guarded(stopInTime), services);
  yield* takeLatest([sharingEndSet, sharingStopped], function* () {
    const end = yield* select(selectSharingEndsAt);
    if (end === null) yield* call(services.storage.remove, key);
    else yield* call(services.storage.set, key, String(end));
  });
  const end = Number(services.storage.get(key));
  if (end > 0 && (yield* select(selectSharing))) yield* put(sharingEndSet(end));
}

function* chooseEnd({ clock }: Services, { payload }: ReturnType<typeof sharingLengthChosen>) {
  const end = endOf(payload, yield* call(clock.now));
  yield* put(sharingEndSet(end === null ? null : Date.parse(end)));
}

function* stopInTime({ clock }: Services) {
  const end = yield* select(selectSharingEndsAt);
  if (end === null) return;
  for (let now = yield* call(clock.now); now < end; now = yield* call(clock.now))
    yield* delay(Math.min(end - now, CHECK_MS));
  yield* put(sharingStopRequested());
}
