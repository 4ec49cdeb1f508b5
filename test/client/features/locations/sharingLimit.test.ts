import { expectSaga } from 'redux-saga-test-plan';
import type { EffectProviders } from 'redux-saga-test-plan/providers';
import { rootReducer } from '#client/app/rootReducer';
import { signedIn } from '#client/features/session/slice';
import { sharingStarted, sharingStopRequested } from '#client/features/locations/slice';
import { endOf, limitSharing } from '#client/features/locations/whereabouts/sharingLimit';
import { sharingLengthChosen } from '#client/features/locations/whereabouts/slice';
import { ANA } from '../../support/builders';
import { fakeServices, NOW } from '../../support/fakeServices';

const HOUR_MS = 3_600_000;
const sharing = [signedIn({ user: ANA }), sharingStarted()].reduce(
  rootReducer,
  rootReducer(undefined, { type: '' }),
);

/** Each wait passes at once on this clock. */
function createTime() {
  let now = NOW;
  const { services, stored } = fakeServices();
  services.clock.now = () => now;
  const waits: number[] = [];
  const passing: EffectProviders = {
    call: ({ fn, args: [wait] }, next) => {
      if (fn.name !== 'delayP') return next();
      waits.push(Number(wait));
      now += Number(wait);
      return true;
    },
  };
  return { services, stored, waits, passing };
}

it('given an hour is chosen, then sharing is asked to stop after an hour', async () => {
  const { services, waits, passing } = createTime();
  await expectSaga(limitSharing, services)
    .withReducer(rootReducer, sharing)
    .provide([passing])
    .put(sharingStopRequested())
    .dispatch(sharingLengthChosen('hour'))
    .silentRun(50);
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(HOUR_MS);
});

it('given no end is chosen, then sharing goes on', async () => {
  const { services, waits, passing } = createTime();
  await expectSaga(limitSharing, services)
    .withReducer(rootReducer, sharing)
    .provide([passing])
    .not.put(sharingStopRequested())
    .dispatch(sharingLengthChosen('open'))
    .silentRun(50);
  expect(waits).toEqual([]);
});

it('given a page that is loaded again, then sharing still ends at the chosen time', async () => {
  const { services, stored, waits, passing } = createTime();
  stored.set('sharing-end:ana', String(NOW + 40_000));
  await expectSaga(limitSharing, services)
    .withReducer(rootReducer, sharing)
    .provide([passing])
    .put(sharingStopRequested())
    .silentRun(50);
  expect(waits).toEqual([30_000, 10_000]);
});

it('given midnight is chosen, then sharing ends with the day of this device', () => {
  const end = new Date(endOf('tonight', NOW) ?? '');
  expect([end.getHours(), end.getMinutes(), end.getTime() - NOW < 24 * HOUR_MS]).toEqual([0, 0, true]);
});
