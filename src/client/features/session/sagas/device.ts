import {
  type Appearance,
  appearanceChosen,
  clockTicked,
  onlineChanged,
  pageShown,
  storageFailed,
} from '../device/slice';
import { call, fork, put, select, takeLatest } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import { TOKEN_STORAGE_KEY } from '#contract/limits';
import type { Services } from '#client/services/types';
import { selectIsTokenChanging } from '../selectors';
import { endSession } from './signIn';

/** How often ages on the screen move on. */
const TICK_MS = 10_000;
const APPEARANCE_STORAGE_KEY = 'appearance';

/** Brings what happens to the page and the device into the store: time, network, colours, a sign-out in another tab. */
export function* deviceSaga(services: Services) {
  yield* fork(watchTime, services);
  yield* fork(watchShown, services);
  yield* fork(watchStorage, services);
  yield* fork(watchNetwork, services);
  yield* fork(watchOtherTabs, services);
  yield* fork(persistAppearance, services);
}

function* watchTime({ clock }: Services) {
  const ticks = bufferedChannel<'tick'>((emit) => clock.every(TICK_MS, () => emit('tick')));
  yield* call(publishTime, clock);
  yield* watchChannel(ticks, () => publishTime(clock));
}

function* publishTime(clock: Services['clock']) {
  yield* put(clockTicked({ now: yield* call(clock.now) }));
}

function* watchShown({ clock, page }: Services) {
  const shows = bufferedChannel<'shown'>((emit) => page.onShown(() => emit('shown')));
  yield* watchChannel(shows, function* () {
    yield* call(publishTime, clock);
    yield* put(pageShown());
  });
}

function* watchStorage({ storage }: Services) {
  const troubles = bufferedChannel<'trouble'>((emit) => storage.onFailure(() => emit('trouble')));
  yield* watchChannel(troubles, function* () {
    yield* put(storageFailed());
  });
}

function* watchNetwork({ page }: Services) {
  const changes = bufferedChannel<boolean>(page.onOnline);
  yield* put(onlineChanged({ online: yield* call(page.isOnline) }));
  yield* watchChannel(changes, function* (online) {
    yield* put(onlineChanged({ online }));
  });
}

function* watchOtherTabs(services: Services) {
  const { storage, page } = services;
  const changes = bufferedChannel<true>((emit) => storage.onChanged(TOKEN_STORAGE_KEY, () => emit(true)));
  yield* watchChannel(changes, function* () {
    // While the token is exchanged, another tab may learn too early that the old one is invalid.
    if (yield* select(selectIsTokenChanging)) return;
    // The other tab has signed out at the server. A tab that was frozen learns late of it: someone may be signed in again.
    if (storage.get(TOKEN_STORAGE_KEY) === null) yield* call(endSession, services, 'requested' as const);
    // The other tab has signed in or has a new token: this tab reloads with it.
    else yield* call(page.reload);
  });
}

function* persistAppearance(services: Services) {
  yield* takeLatest(appearanceChosen, guarded(storeAppearance), services);
  const stored = yield* call(services.storage.get, APPEARANCE_STORAGE_KEY);
  if (stored === 'light' || stored === 'dark') yield* put(appearanceChosen(stored));
}

function* storeAppearance({ storage, page }: Services, { payload }: ReturnType<typeof appearanceChosen>) {
  yield* call(storage.set, APPEARANCE_STORAGE_KEY, payload);
  yield* call(applyAppearance, page, payload);
}

function applyAppearance(page: Services['page'], appearance: Appearance): void {
  page.setTheme(appearance === 'auto' ? null : appearance);
}
