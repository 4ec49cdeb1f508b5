import { alertsSettingsOpened, mapOpened } from '#client/store/pageActions';
import { createAppStore } from '#client/app/createStore';
import { createLocation } from '../support/builders';
import { type FakeServices, fakeServices } from '../support/fakeServices';
import { defaultServer } from '../support/signedInStore';

/** What the first map waits for. */
const FIRST = ['/api/families', '/api/locations/family'];
const LATER = ['/api/geofences', '/api/invitations', '/api/messages/readings'];

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

/** Ana's device in front of a page that she opens; nothing is connected yet. */
async function begun(answers: FakeServices['answers'] = {}) {
  const fake = fakeServices({ ...defaultServer(), ...answers });
  fake.stored.set('token', 'the-token');
  const store = createAppStore({ services: fake.services });
  store.dispatch(mapOpened());
  await pass(100);
  /** How often each list was loaded: those of the first map, and the others. */
  const asked = () =>
    [FIRST, LATER].map((lists) =>
      lists.map((list) => fake.recorded.calls.filter(({ path }) => path === list).length),
    );
  return { store, fake, asked };
}

it('given an early connection, then the first map loads before it, and the rest once after it', async () => {
  const { store, fake, asked } = await begun();
  expect(asked()).toEqual([
    [1, 1],
    [0, 0, 0],
  ]);
  store.dispatch(alertsSettingsOpened());
  fake.emitSignal('connected');
  await pass(5_000);
  expect(asked()).toEqual([
    [2, 2],
    [1, 1, 1],
  ]);
});

it('given a connection before the first answer, then the answer is shown, then everything is reloaded', async () => {
  let answer: (positions: unknown) => void = () => undefined;
  const { store, fake, asked } = await begun({
    'GET /api/locations/family': () => new Promise((resolve) => (answer = resolve)),
  });
  fake.emitSignal('connected');
  await pass(5_000);
  expect(asked()[0]).toEqual([2, 1]);
  answer([createLocation('ben')]);
  await pass(1);
  expect(store.getState().locations.live.status).toBe('ready');
  expect(asked()[0]).toEqual([2, 2]);
});

it('given a late connection, then nothing waits for it, and what may be outdated by then is reloaded', async () => {
  const { fake, asked } = await begun();
  await pass(1_000);
  expect(asked()).toEqual([
    [1, 1],
    [1, 1, 1],
  ]);
  fake.emitSignal('connected');
  await pass(5_000);
  expect(asked()).toEqual([
    [2, 2],
    [2, 2, 2],
  ]);
});

it('given it fails at once, then the lists are loaded at once', async () => {
  const { fake, asked } = await begun();
  fake.emitSignal('lost');
  await pass(1);
  expect(asked()).toEqual([
    [1, 1],
    [1, 1, 1],
  ]);
});

it('given a lost connection, then each list is loaded again, once', async () => {
  const { fake, asked } = await begun();
  fake.emitSignal('connected');
  await pass(1_000);
  fake.emitSignal('lost');
  await pass(10_000);
  fake.emitSignal('connected');
  await pass(1_000);
  expect(asked()).toEqual([
    [3, 3],
    [2, 2, 2],
  ]);
});
