import { call, select, take } from 'typed-redux-saga';
import { selectAccountOpened } from '../features/account/selectors';
import { accountOpened } from '../features/account/slice';
import { fetchSurely } from '../services/fetching';
import type { Services } from '../services/types';

/** Sagas of a screen that is opened now and then: fetched when it first is. */
export function* laterSagas(services: Services) {
  if (!(yield* select(selectAccountOpened))) yield* take(accountOpened);
  const { accountSaga } = yield* call(() => fetchSurely(() => import('../features/account/saga')));
  yield* call(accountSaga, services);
}
