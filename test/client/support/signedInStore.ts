import { createAppStore } from '#client/app/createStore';
import { ANA, aFamily, aLocation } from './builders';
import { type FakeServices, fakeServices, settle } from './fakeServices';

/** Answers of a server on which Ana has one family with Ben. */
export function defaultServer(): FakeServices['answers'] {
  return {
    'GET /api/users/me': () => ANA,
    'POST /api/auth/login': () => ({ token: 'the-token', user: ANA }),
    'POST /api/auth/register': () => ({ token: 'the-token', user: ANA }),
    'GET /api/families': () => [aFamily('f1', ['ana', 'ben'])],
    'GET /api/locations/family': () => [aLocation('ben')],
    'GET /api/geofences': () => [],
    'GET /api/messages/readings': () => [],
    'GET /api/invitations': () => [],
    'GET /api/messages/family/:familyId': () => [],
  };
}

/** A running store with Ana signed in and everything loaded, connected to fake edges. */
export async function signedInStore(change: (fake: FakeServices) => void = () => undefined) {
  const fake = fakeServices(defaultServer());
  fake.kept.set('token', 'the-token');
  change(fake);
  const store = createAppStore({ services: fake.services });
  await settle();
  fake.signal('connected');
  await settle();
  return { store, fake };
}
