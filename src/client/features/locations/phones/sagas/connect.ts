import { call, delay, fork, put, race, take, takeLatest } from 'typed-redux-saga';
import { guarded } from '#client/sagas/guarded';
import { request } from '#client/sagas/request';
import { RequestFailed } from '#client/services/errors';
import type { PhoneServer, Services } from '#client/services/types';
import { accountLinkOpened } from '#client/store/pageActions';
import { systemOf } from '../apps';
import type { Connecting } from '../reducer';
import { onlineChanged } from '#client/features/session/device/slice';
import { connectingStarted, setUpHereRequested, taskEnded } from '../slice';
import { watchSetUp } from './setUpHere';
import { perform } from './task';

/** The path of the page behind the QR code. */
const CONNECT = 'connect';

/** Pause before the ticket is sent again after no answer, in milliseconds. */
const RETRY_MS = 5_000;

/**
 * /connect: exchanges the ticket in the address for a key, without a session. The ticket is removed from the address at
 * once, and is never in an action or the store.
 * @param path of the page that has opened
 */
export function* connectSaga(services: Services, server: PhoneServer, path: string | undefined) {
  yield* takeLatest(
    accountLinkOpened,
    guarded(function* open(_services: Services, { payload }: ReturnType<typeof accountLinkOpened>) {
      if (payload === CONNECT) yield* connect(services, server);
      else yield* call(services.shownSecrets.show, null);
    }),
    services,
  );
  yield* fork(() => watchSetUp(services, server, 'connect'));
  if (path === CONNECT) yield* fork(connect, services, server);
}

function* connect(services: Services, server: PhoneServer) {
  const ticket = yield* call(services.page.takeFragment);
  yield* put(setUpHereRequested());
  yield* perform(services, 'connect', null, function* () {
    // A reloaded page has lost its ticket.
    if (ticket === '') throw new RequestFailed(null, { code: 'phone_link_missing' });
    for (;;) {
      const isOver = yield* exchangeOnce(services, server, ticket);
      if (isOver) return;
      const { opened } = yield* race({
        online: take(onlineChanged),
        later: delay(RETRY_MS),
        // Another link has its own ticket.
        opened: take(accountLinkOpened),
      });
      if (opened) return;
    }
  });
}

/** @returns false when no answer came, so that the ticket may be sent again */
function* exchangeOnce(services: Services, server: PhoneServer, ticket: string) {
  try {
    yield* exchange(services, server, ticket, { page: 'connect' });
    return true;
  } catch (error) {
    if (!(error instanceof RequestFailed && error.status === null)) throw error;
    yield* put(taskEnded({ task: 'connect', id: null, error: { code: 'phone_waits_for_server' } }));
    return false;
  }
}

/** Exchanges a ticket for a key, which replaces the earlier one, and shows how to set up the app. */
export function* exchange(
  services: Services,
  server: PhoneServer,
  ticket: string,
  known: Pick<Connecting, 'page'> & Partial<Connecting>,
) {
  const { phone, key, initials, profileTicket } = yield* request(services, 'connectPhone', {
    body: { ticket },
  });
  services.shownSecrets.show({ phone: { origin: server.origin, key, profileTicket } });
  yield* put(
    connectingStarted({
      seenBefore: phone.lastSeenAt,
      fixBefore: phone.lastFixAt,
      ...known,
      initials,
      phone,
      system: (yield* call(server.system)) ?? systemOf(phone.app) ?? known.system ?? null,
      hasKey: true,
    }),
  );
}
