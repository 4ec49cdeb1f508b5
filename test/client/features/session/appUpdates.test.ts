import { expectSaga } from 'redux-saga-test-plan';
import { rootReducer } from '#client/app/rootReducer';
import {
  pageShown,
  updateAccepted,
  updateFound,
  updatePostponed,
} from '#client/features/session/device/slice';
import { appUpdatesSaga } from '#client/features/session/sagas/appUpdates';
import { selectIsUpdateReady } from '#client/features/session/selectors';
import { fakeServices, flushPromises } from '../../support/fakeServices';

it('given a newer version is found, then the page offers it', async () => {
  const fake = fakeServices();
  const run = expectSaga(appUpdatesSaga, fake.services).put(updateFound()).silentRun(50);
  await flushPromises();
  fake.findUpdate();
  await run;
});

it('given a newer version is offered, when accepted or postponed, then it starts or the offer goes', async () => {
  const fake = fakeServices();
  await expectSaga(appUpdatesSaga, fake.services).dispatch(updateAccepted()).silentRun(20);
  expect(fake.recorded.appliedUpdates).toBe(1);
  const offered = rootReducer(undefined, updateFound());
  expect([offered, rootReducer(offered, updatePostponed())].map(selectIsUpdateReady)).toEqual([true, false]);
});

it('given a page that is shown again, then it looks for a newer version', async () => {
  const fake = fakeServices();
  await expectSaga(appUpdatesSaga, fake.services).dispatch(pageShown()).silentRun(20);
  expect(fake.recorded.updateChecks).toBe(1);
});
