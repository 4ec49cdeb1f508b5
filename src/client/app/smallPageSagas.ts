/** The sagas of small pages: one bundle, loaded when the first of them opens. */
import { call, fork } from 'typed-redux-saga';
import { importsSaga } from '#client/features/locations/imports/saga';
import { phonesSaga } from '#client/features/locations/phones/saga';
import { connectSaga } from '#client/features/locations/phones/sagas/connect';
import { accountLinksSaga } from '#client/features/session/accountLinks/saga';
import { requestConfirmed } from '#client/features/session/sagas/secondStep';
import { createPhoneServer } from '#client/services/phoneServer';
import type { Services } from '#client/services/types';

/** Pages of links, which need no session. @param path of the one that has opened */
export function* linkPagesSaga(services: Services, path: string | undefined) {
  // First: it takes the ticket out of the address, and the other would take it for a token.
  yield* fork(connectSaga, services, createPhoneServer(), path);
  yield* call(accountLinksSaga, services, path);
}

/** Pages about the user's own positions. */
export function* positionPagesSaga(services: Services) {
  yield* fork(importsSaga, services);
  yield* fork(phonesSaga, services, createPhoneServer(), requestConfirmed);
}
