import { createMembershipCache } from '#server/features/geofences/membershipCache';
import type { GeofenceRepository } from '#server/features/geofences/repository';

const geofences = {
  membershipRevision: async () => 1,
  familiesOf: async (ids: readonly string[]) =>
    ids.map((userId) => ({ userId, familyId: 'home', completeSince: 0 })),
} as unknown as GeofenceRepository;

it('given a snapshot that another transaction drops, then the one that has read it keeps it', async () => {
  const cache = createMembershipCache();
  (await cache.read(geofences, ['ana'])).saveToCache();
  const memberships = await cache.read(geofences, ['ana']);
  cache.forget('ana');
  expect(memberships.of('ana').familyIds).toEqual(['home']);
});
