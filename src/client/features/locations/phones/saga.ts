import type { Action } from '@reduxjs/toolkit';
import { call, fork, put, select, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import type { ServerEventPayload } from '#contract/events';
import type { ConnectedPhone } from '#contract/phones';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import { guarded } from '#client/sagas/guarded';
import { reasonOf, request } from '#client/sagas/request';
import { RequestFailed } from '#client/services/errors';
import type { RouteInput, PhoneServer, Services } from '#client/services/types';
import { clockTicked } from '#client/features/session/device/slice';
import { connectionEstablished } from '#client/features/session/slice';
import { isPageOpened, phonesOpened } from '#client/store/pageActions';
import { type PhoneSystem, systemOf } from './apps';
import { exchange } from './sagas/connect';
import { watchSetUp } from './sagas/setUpHere';
import { perform } from './sagas/task';
import { selectConnecting } from './selectors';
import {
  connectingClosed,
  connectingStarted,
  disconnectConfirmed,
  type KeyRenewal,
  keyRenewalConfirmed,
  type NewPhone,
  phoneChanged,
  phoneChangeSubmitted,
  phonesLoaded,
  phoneSubmitted,
  setUpHereRequested,
  taskEnded,
} from './slice';

/** Makes a key; asks the user for the second factor where the server wants it. */
export type RequestConfirmed = <R extends 'addPhone' | 'renewPhoneKey'>(
  services: Services,
  route: R,
  input: RouteInput<R>,
) => Generator<unknown, ConnectedPhone>;

/** The user's phones, and connecting them. Loaded when their page first opens. */
export function* phonesSaga(services: Services, server: PhoneServer, requestConfirmed: RequestConfirmed) {
  const add = (_services: Services, { payload }: ReturnType<typeof phoneSubmitted>) =>
    addPhone(services, server, requestConfirmed, payload);
  const renew = (_services: Services, { payload }: ReturnType<typeof keyRenewalConfirmed>) =>
    renewKey(services, server, requestConfirmed, payload);
  yield* takeLatest([phonesOpened, connectionEstablished], guarded(loadPhones), services);
  yield* takeLeading(phoneSubmitted, guarded(add), services);
  yield* takeEvery(phoneChangeSubmitted, guarded(changePhone), services);
  yield* takeLeading(keyRenewalConfirmed, guarded(renew), services);
  yield* takeLeading(disconnectConfirmed, guarded(disconnectPhone), services);
  yield* takeLeading(
    setUpHereRequested,
    guarded(() => setUpHere(services, server)),
    services,
  );
  yield* takeEvery(isShownNoMore, guarded(forget), services);
  yield* fork(() => watchSetUp(services, server, 'phones'));
  yield* fork(watchPhones, services);
  // The page loads together with this saga, and may have opened before.
  yield* fork(loadPhones, services);
}

function* loadPhones(services: Services) {
  try {
    yield* put(phonesLoaded(yield* request(services, 'listPhones', {})));
  } catch (error) {
    yield* put(taskEnded({ task: 'load', id: null, error: reasonOf(error, 'phones_not_loaded') }));
  }
}

function* addPhone(
  services: Services,
  server: PhoneServer,
  requestConfirmed: RequestConfirmed,
  { system, ...body }: NewPhone,
) {
  yield* perform(services, 'add', null, function* () {
    yield* showConnected(services, server, yield* requestConfirmed(services, 'addPhone', { body }), system);
  });
}

function* renewKey(
  services: Services,
  server: PhoneServer,
  requestConfirmed: RequestConfirmed,
  { id, ...body }: KeyRenewal,
) {
  yield* perform(services, 'renew', id, function* () {
    const connected = yield* requestConfirmed(services, 'renewPhoneKey', { params: { id }, body });
    yield* showConnected(services, server, connected, systemOf(connected.phone.app));
  });
}

/** The key of the answer is not kept: the ticket gets another one on the phone. */
function* showConnected(
  { shownSecrets }: Services,
  { origin, connectLink }: PhoneServer,
  { phone, ticket }: ConnectedPhone,
  system: PhoneSystem | null,
) {
  shownSecrets.show({ phone: { origin, connectLink: connectLink(ticket) } });
  yield* put(phoneChanged({ id: phone.id, phone }));
  yield* put(
    connectingStarted({
      page: 'phones',
      phone,
      system,
      // They come with the key.
      initials: '',
      seenBefore: phone.lastSeenAt,
      fixBefore: phone.lastFixAt,
      hasKey: false,
    }),
  );
}

function* setUpHere(services: Services, server: PhoneServer) {
  const connecting = yield* select(selectConnecting);
  const link = (yield* call(services.shownSecrets.get))?.phone?.connectLink;
  if (connecting?.page !== 'phones' || link === undefined) return;
  yield* perform(services, 'connect', null, () =>
    exchange(services, server, link.slice(link.indexOf('#') + 1), connecting),
  );
}

function* changePhone(services: Services, { payload }: ReturnType<typeof phoneChangeSubmitted>) {
  const { id, change } = payload;
  yield* perform(services, 'change', id, function* () {
    const phone = yield* request(services, 'changePhone', { params: { id }, body: change });
    yield* put(phoneChanged({ id, phone }));
  });
}

function* disconnectPhone(services: Services, { payload }: ReturnType<typeof disconnectConfirmed>) {
  yield* perform(services, 'disconnect', payload.id, function* () {
    try {
      yield* request(services, 'deletePhone', { params: payload });
    } catch (error) {
      // Another device has disconnected it already.
      if (!(error instanceof RequestFailed) || error.status !== 404) throw error;
    }
    yield* put(phoneChanged({ id: payload.id, phone: null }));
  });
}

const isShownNoMore = (action: Action): boolean => isPageOpened(action) || connectingClosed.match(action);

/** A key that is no longer shown is forgotten. */
function* forget({ shownSecrets }: Services) {
  if ((yield* call(shownSecrets.get))?.phone) yield* call(shownSecrets.show, null);
}

function* watchPhones({ socket, clock }: Services) {
  const changes = bufferedChannel<ServerEventPayload<'phone:changed'>>((emit) =>
    socket.on('phone:changed', emit),
  );
  yield* watchChannel(changes, function* (change) {
    // So that what has just come is not taken for older or newer than it is.
    yield* put(clockTicked({ now: yield* call(clock.now) }));
    yield* put(phoneChanged(change));
  });
}
