import { mapOpened } from '#client/store/pageActions';
import { createAppStore } from '#client/app/createStore';
import { REDACTED, redactSecrets } from '#client/app/redactSecrets';
import { registerSubmitted, signInSubmitted } from '#client/features/session/slice';
import { joinFamilySubmitted } from '#client/features/families/slice';
import { fakeServices, flushPromises } from '../support/fakeServices';
import { defaultServer, signedInStore } from '../support/signedInStore';

const SECRETS = ['Sunny-days-1', 'the-token', 'JOINCODE42', 'CODE-f1'];

it('given sign-in, registration and joining, then no secret reaches a reducer, while the sagas send it', async () => {
  const logged: unknown[] = [];
  const passed = redactSecrets({ dispatch: (action) => action, getState: () => ({}) })((action) =>
    logged.push(action),
  );
  const fake = fakeServices(defaultServer());
  const store = createAppStore({ services: fake.services });
  await flushPromises();
  const intents = [
    signInSubmitted({ email: 'ana@example.si', password: 'Sunny-days-1' }),
    registerSubmitted({
      name: 'Ana',
      email: 'a@b.si',
      phone: '',
      password: 'Sunny-days-1',
      confirmPassword: 'Sunny-days-1',
    }),
    joinFamilySubmitted({ inviteCode: 'JOINCODE42' }),
  ];
  for (const intent of intents) {
    passed(intent);
    store.dispatch(intent);
    await flushPromises();
  }
  const seen = JSON.stringify([logged, store.getState()]);
  for (const secret of SECRETS) expect(seen).not.toContain(secret);
  expect(logged[0]).toEqual({
    type: 'session/signInSubmitted',
    payload: { email: 'ana@example.si', password: REDACTED },
  });
  expect(JSON.stringify(fake.recorded.calls)).toContain('Sunny-days-1');
  expect(JSON.stringify(fake.recorded.calls)).toContain('JOINCODE42');
});

it('given a store without sagas, then it shows a state and calls no service', async () => {
  const { store } = await signedInStore();
  const fake = fakeServices(defaultServer());
  const replayed = createAppStore({
    services: fake.services,
    preloadedState: store.getState(),
    runSagas: false,
  });
  replayed.dispatch(mapOpened());
  await flushPromises();
  expect(replayed.getState()).toEqual({
    ...store.getState(),
    locations: {
      ...store.getState().locations,
      live: { ...store.getState().locations.live, mapOpened: true },
    },
  });
  expect([fake.recorded.calls, fake.recorded.openSockets, fake.recorded.tokens]).toEqual([[], 0, []]);
});

it('given one feature crashes, then the others go on, and it starts again', async () => {
  jest.useFakeTimers();
  const fake = fakeServices(defaultServer());
  const { onOnline } = fake.services.page;
  let crashes = 1;
  fake.services.page.onOnline = (handler) => {
    if (crashes-- > 0) throw new Error('boom');
    return onOnline(handler);
  };
  const store = createAppStore({ services: fake.services });
  await flushPromises();
  expect(fake.recorded.failures).toContain('deviceSaga crashed:');
  jest.advanceTimersByTime(1_000);
  await flushPromises();
  store.dispatch(signInSubmitted({ email: 'ana@example.si', password: 'Sunny-days-1' }));
  await flushPromises();
  fake.emitSignal('connected');
  await flushPromises();
  expect(store.getState().families.membership.families).toHaveLength(1);
  jest.useRealTimers();
});
