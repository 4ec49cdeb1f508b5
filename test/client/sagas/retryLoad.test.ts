import { createAppStore } from '#client/app/createStore';
import { signOutRequested } from '#client/features/session/slice';
import { RequestFailed } from '#client/services/errors';
import { mapOpened } from '#client/store/pageActions';
import { createCheckIn } from '../support/checkIns';
import { fakeServices } from '../support/fakeServices';
import { defaultServer } from '../support/signedInStore';

/** What is loaded without being asked for. */
const LISTS = ['/api/checkins', '/api/sos', '/api/alerts', '/api/presence', '/api/sharing'];
/** Above all pauses between two tries together. */
const MINUTES_MS = 300_000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

/** Ana's device on the map, connected to a server that refuses the lists with this status. */
async function refusedDevice(status: number | null) {
  const fake = fakeServices(defaultServer());
  for (const path of LISTS) fake.answers[`GET ${path}`] = () => Promise.reject(new RequestFailed(status));
  fake.stored.set('token', 'the-token');
  const store = createAppStore({ services: fake.services });
  store.dispatch(mapOpened());
  fake.emitSignal('connected');
  await pass(1_000);
  const asked = () => LISTS.map((list) => fake.recorded.calls.filter(({ path }) => path === list).length);
  return { store, fake, asked };
}

it.each([null, 429, 500, 503])(
  'given a failure %p that may pass, then each list is asked for again',
  async (status) => {
    const { store, fake, asked } = await refusedDevice(status);
    expect(store.getState().alerts.checkIns.list).toBeNull();
    const before = asked();
    fake.answers['GET /api/checkins'] = () => [createCheckIn()];
    fake.answers['GET /api/checkin-requests'] = () => [];
    await pass(MINUTES_MS);
    expect(store.getState().alerts.checkIns.list).toHaveLength(1);
    asked().forEach((count, index) => expect(count).toBeGreaterThan(before[index] ?? Infinity));
  },
);

it.each([400, 403, 404])('given a refusal %p, then no list is asked for again', async (status) => {
  const { asked } = await refusedDevice(status);
  const before = asked();
  expect(before.every((count) => count > 0)).toBe(true);
  await pass(MINUTES_MS);
  expect(asked()).toEqual(before);
});

it('given a server that fails, when the user signs out, then no list is asked for again', async () => {
  const { store, asked } = await refusedDevice(503);
  store.dispatch(signOutRequested());
  await pass(1_000);
  const before = asked();
  await pass(MINUTES_MS);
  expect(asked()).toEqual(before);
});
