import { call, select, take } from 'typed-redux-saga';
import { selectAccountOpened } from '#client/features/session/account/selectors';
import { accountOpened } from '#client/features/session/account/slice';
import { importWithReload } from '#client/services/lazyImport';
import type { Services } from '#client/services/types';

/** Sagas of a screen that is opened now and then: fetched when it first is. */
export function* laterSagas(services: Services) {
  if (!(yield* select(selectAccountOpened))) yield* take(accountOpened);
  const { accountSaga } = yield* call(() =>
    importWithReload(() => import('#client/features/session/account/saga')),
  );
  yield* call(accountSaga, services);
}
