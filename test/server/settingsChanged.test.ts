import { createGeofence } from './support/walks';
import { PASSWORD } from './support/people';
import { flushSockets, openSocket } from './support/socket';
import { useServer } from './support/useServer';

const { server } = useServer();

it('given settings are changed, then another device gets which, and each tab that of a pause', async () => {
  const { id: familyId, ana, bo } = await server.createFamilyOfTwo();
  const { id: geofenceId } = await createGeofence(ana, familyId);
  const { token } = (await server.login(bo.email, PASSWORD)).json<{ token: string }>();
  const anas = await ana.connect();
  const [mine, other] = [await bo.connect(), await openSocket(server.origin, token)];
  const place = `/api/preferences/${ana.id}/places/${geofenceId}`;
  const choice = { notifyArrival: true, notifyDeparture: false };
  await bo.call('PUT', '/api/sharing', { paused: true });
  await bo.call('PUT', '/api/notify/settings', {
    quiet: null,
    timeZone: 'UTC',
    privateText: false,
    messages: false,
  });
  await bo.call('PUT', `/api/preferences/${ana.id}`, choice);
  await bo.call('PUT', place, choice);
  await bo.call('DELETE', place);
  await flushSockets(mine, other, anas);
  expect(other.received).toEqual(
    ['sharing', 'notifications', 'preferences', 'preferences', 'preferences'].map((what) => [
      'settings:changed',
      { what },
    ]),
  );
  expect([mine.received, anas.received]).toEqual([[['settings:changed', { what: 'sharing' }]], []]);
});
