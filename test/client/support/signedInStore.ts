import type { UnknownAction } from '@reduxjs/toolkit';
import { createAppStore } from '#client/app/createStore';
import { ANA, createFamily, createLocation } from './builders';
import { type FakeServices, fakeServices, flushPromises } from './fakeServices';

/** Answers of a server on which Ana has one family with Ben. */
export function defaultServer(): FakeServices['answers'] {
  return {
    'GET /api/users/me': () => ANA,
    'POST /api/auth/login': () => ({ token: 'the-token', user: ANA }),
    'POST /api/auth/register': () => ({ token: 'the-token', user: ANA }),
    'GET /api/families': () => [createFamily('f1', ['ana', 'ben'])],
    'GET /api/locations/family': () => [createLocation('ben')],
    'GET /api/geofences': () => [],
    'GET /api/alerts': () => ({ alerts: [], unread: 0 }),
    'GET /api/sos': () => [],
    'GET /api/messages/readings': () => [],
    'GET /api/preferences': () => [],
    'GET /api/preferences/places': () => [],
    'GET /api/invitations': () => [],
    'GET /api/messages/family/:familyId': () => [],
  };
}

/** A running store with these fake services. `perform` dispatches actions and lets everything they start settle. */
export async function startStore(fake: FakeServices) {
  const store = createAppStore({ services: fake.services });
  await flushPromises();
  const perform = async (...actions: UnknownAction[]): Promise<void> => {
    for (const action of actions) store.dispatch(action);
    await flushPromises();
  };
  return { store, fake, perform };
}

/** A running store with Ana signed in and everything loaded, connected to fake services. */
export async function signedInStore(change: (fake: FakeServices) => void = () => undefined) {
  const fake = fakeServices(defaultServer());
  fake.stored.set('token', 'the-token');
  change(fake);
  const running = await startStore(fake);
  fake.emitSignal('connected');
  await flushPromises();
  return running;
}
