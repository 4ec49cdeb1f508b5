import type { UnknownAction } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { rootReducer } from '#client/app/rootReducer';
import { alertsSaga } from '#client/features/alerts/saga';
import { selectOpenCalls, selectToast } from '#client/features/alerts/viewModels';
import { chatSaga } from '#client/features/chat/saga';
import { selectOutbox, selectTimeline } from '#client/features/chat/selectors';
import { messageSubmitted } from '#client/features/chat/slice';
import { familiesSaga } from '#client/features/families/saga';
import { selectSelectedFamily } from '#client/features/families/selectors';
import { createFamilySubmitted, familiesLoaded } from '#client/features/families/slice';
import { geofenceFormSaga } from '#client/features/geofences/formSaga';
import { geofencesSaga } from '#client/features/geofences/saga';
import { selectFamilyGeofences, selectGeofenceForm } from '#client/features/geofences/selectors';
import {
  draftChanged,
  geofencesRequested,
  geofenceSubmitted,
  newGeofenceOpened,
} from '#client/features/geofences/slice';
import { locationsSaga } from '#client/features/locations/saga';
import { selectOwnPosition, selectPositionOf } from '#client/features/locations/selectors';
import { sharingStartRequested } from '#client/features/locations/slice';
import { sessionSaga } from '#client/features/session/saga';
import { selectUser } from '#client/features/session/selectors';
import { connectionEstablished, signedIn, signInSubmitted } from '#client/features/session/slice';
import { chatOpened } from '#client/store/pageActions';
import type { Services } from '#client/services/types';
import { ANA, createCrossing, createFamily, createFix, createGeofence, createSos } from '../support/builders';
import { createChatServer } from '../support/chatServer';
import { type FakeServices, fakeServices, flushPromises } from '../support/fakeServices';
import { defaultServer } from '../support/signedInStore';

type State = ReturnType<typeof rootReducer>;

/** Delays end in the next turn of the event loop, so that a saga that waits again and again leaves time for the test. */
const withoutDelays = {
  call: (effect: { fn: { name: string } }, next: () => unknown) =>
    effect.fn.name === 'delayP' ? new Promise((resolve) => setImmediate(resolve)) : next(),
};

/** The state of Ana, signed in and connected, with one family. */
const SIGNED_IN = [
  signedIn({ user: ANA }),
  connectionEstablished(),
  familiesLoaded({ families: [createFamily('f1', ['ana', 'ben'])] }),
].reduce<State | undefined>(rootReducer, undefined);

/** Runs the saga of a feature with these actions, then with what happens outside. @returns the final state */
async function run(
  saga: (services: Services) => Generator,
  fake: FakeServices,
  actions: UnknownAction[],
  { state = SIGNED_IN, happens = () => undefined }: { state?: State; happens?: () => void } = {},
): Promise<State> {
  let test = expectSaga(saga, fake.services).withReducer(rootReducer, state).provide(withoutDelays);
  for (const action of actions) test = test.dispatch(action);
  const running = test.silentRun(50);
  await flushPromises();
  happens();
  return (await running).storeState as State;
}

const called = ({ recorded }: FakeServices, path: string) =>
  recorded.calls.filter((call) => call.path === path && call.input.body).map(({ input }) => input.body);

it('given the session saga, when a user signs in, then the token is stored and the user is in the state', async () => {
  const fake = fakeServices(defaultServer());
  const form = { email: 'ana@example.si', password: 'Sunny-days-1' };
  const state = await run(sessionSaga, fake, [signInSubmitted(form)], {
    state: rootReducer(undefined, { type: '' }),
  });
  expect(called(fake, '/api/auth/login')).toEqual([form]);
  expect([fake.stored.get('token'), fake.recorded.tokens.at(-1)]).toEqual(['the-token', 'the-token']);
  expect(selectUser(state)).toEqual(ANA);
  expect(JSON.stringify(state)).not.toMatch(/the-token|Sunny/u);
});

it('given the families saga, when one is created, then its name is sent trimmed and it is selected', async () => {
  const fake = fakeServices({
    ...defaultServer(),
    'POST /api/families': () => createFamily('f2'),
    'GET /api/families': () => [createFamily('f1', ['ana', 'ben']), createFamily('f2')],
  });
  const state = await run(familiesSaga, fake, [createFamilySubmitted({ name: '  Novaks ' })]);
  expect(called(fake, '/api/families')).toEqual([{ name: 'Novaks' }]);
  expect(selectSelectedFamily(state)?.id).toBe('f2');
  expect(state.families.membership.setup.status).toBe('done');
});

it('given the locations saga, when a user shares, then their fix is sent and shown with those of others', async () => {
  const fake = fakeServices(defaultServer());
  const state = await run(locationsSaga, fake, [sharingStartRequested()], {
    happens: () => fake.receiveFix(createFix()),
  });
  expect(fake.recorded.emitted).toEqual([
    { event: 'location:update', payload: { ...createFix(), isPrimary: true } },
  ]);
  expect(selectOwnPosition(state)).toMatchObject({ userId: 'ana', latitude: 45.3 });
  expect(selectPositionOf(state, 'ben')).toMatchObject({ latitude: 45.2 });
});

it('given the geofences saga, when the list is asked for, then the places of the family are there', async () => {
  const home = createGeofence('g2', { name: 'Home' });
  const fake = fakeServices({ ...defaultServer(), 'GET /api/geofences': () => [home] });
  const state = await run(geofencesSaga, fake, [geofencesRequested()]);
  expect(selectFamilyGeofences(state)).toEqual([home]);
});

it('given the saga of the form of places, when a new one is submitted, then it is sent and listed', async () => {
  const home = createGeofence('g2', { name: 'Home' });
  const fake = fakeServices({
    ...defaultServer(),
    'POST /api/geofences': () => home,
    'GET /api/geofences': () => [home],
  });
  const draft = { name: ' Home ', latitude: '45.25', longitude: '13,75', radius: 250, notifyExit: false };
  const state = await run(geofenceFormSaga, fake, [
    newGeofenceOpened(),
    draftChanged(draft),
    geofenceSubmitted(),
  ]);
  const sent = { name: 'Home', latitude: 45.25, longitude: 13.75, radius: 250, notifyExit: false };
  expect(called(fake, '/api/geofences')).toEqual([{ ...sent, familyId: 'f1', notifyEntry: true }]);
  expect(selectFamilyGeofences(state).map(({ name }) => name)).toEqual(['Home']);
  expect(selectGeofenceForm(state)).toBeNull();
});

it('given the alerts saga, when alerts arrive, then an SOS sounds and stays, and the toast goes', async () => {
  const fake = fakeServices(defaultServer());
  const state = await run(alertsSaga, fake, [], {
    happens() {
      fake.receive('sos:alert', createSos());
      fake.receive('geofence:entered', createCrossing());
    },
  });
  expect(fake.recorded.alarms).toBe(1);
  expect(selectOpenCalls(state).map(({ key }) => key)).toEqual(['sos s1']);
  expect(selectToast(state)).toBeNull();
  expect(JSON.parse(fake.stored.get('alerts:ana') ?? '{}')).toMatchObject({ items: { length: 2 } });
});

it('given the chat saga, when a message is submitted, then it is sent once and shown as stored', async () => {
  const server = createChatServer();
  const fake = fakeServices(defaultServer());
  server.connect(fake);
  const state = await run(chatSaga, fake, [
    chatOpened(),
    messageSubmitted({ familyId: 'f1', content: ' Hello ' }),
  ]);
  expect(fake.recorded.emitted.map(({ event, payload }) => [event, payload])).toEqual([
    ['message:send', { familyId: 'f1', content: 'Hello', clientId: 'device-1-1' }],
  ]);
  expect(selectTimeline(state, 'f1').items).toMatchObject([{ content: 'Hello', sequence: 1 }]);
  expect([selectOutbox(state), [...fake.stored.keys()]]).toEqual([[], ['messages:ana:f1']]);
});
