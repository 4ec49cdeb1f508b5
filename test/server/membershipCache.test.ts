import { createMembershipCache } from '#server/features/geofences/membershipCache';
import { geofenceRepository } from '#server/features/geofences/repository';
import { createFamily, inviteCodeOf, joinFamily, leaveFamily, type Person } from './support/people';
import { useServer } from './support/useServer';
import { createGeofence } from './support/walks';

const { server, createPerson } = useServer();

/** Caches the person's memberships, makes the change, and reads them again. @returns family ids, number of geofences */
async function readAfterChange(person: Person, change: () => Promise<unknown>): Promise<[string[], number]> {
  const cache = createMembershipCache();
  const geofences = geofenceRepository(server.database);
  const read = async () => {
    const memberships = await cache.read(geofences, [person.id]);
    if (!memberships.of(person.id).fences) await memberships.readFences([person.id]);
    memberships.saveToCache();
    return memberships.of(person.id);
  };
  await read();
  await change();
  const { familyIds, fences } = await read();
  return [[...familyIds], fences?.count ?? -1];
}

it('given cached memberships, when families or geofences change, then they are read again', async () => {
  const [ana, bo] = [await createPerson('Ana'), await createPerson('Bo')];
  const { id, inviteCode } = await createFamily(ana);
  expect(await readAfterChange(bo, () => joinFamily(bo, inviteCode))).toEqual([[id], 0]);
  let fenceId = '';
  expect(await readAfterChange(bo, async () => ({ id: fenceId } = await createGeofence(ana, id)))).toEqual([
    [id],
    1,
  ]);
  const remove = () => ana.call('DELETE', `/api/geofences/${fenceId}`);
  expect(await readAfterChange(bo, remove)).toEqual([[id], 0]);
  expect(await readAfterChange(bo, () => leaveFamily(bo, id))).toEqual([[], 0]);

  await joinFamily(bo, await inviteCodeOf(ana));
  const deleteFamily = () => server.database.deleteFrom('families').where('id', '=', id).execute();
  expect(await readAfterChange(bo, deleteFamily)).toEqual([[], 0]);
});

it('given a transaction that is rolled back, then what it saw is not cached', async () => {
  const ana = await createPerson('Ana');
  const { id } = await createFamily(ana);
  const cache = createMembershipCache();
  const undone = new Error('undone');
  await server.database
    .transaction()
    .execute(async (queries) => {
      await queries.deleteFrom('family_members').where('user_id', '=', ana.id).execute();
      const memberships = await cache.read(geofenceRepository(queries), [ana.id]);
      expect(memberships.of(ana.id).familyIds).toEqual([]);
      throw undone;
    })
    .catch((error: unknown) => expect(error).toBe(undone));
  const memberships = await cache.read(geofenceRepository(server.database), [ana.id]);
  expect(memberships.of(ana.id).familyIds).toEqual([id]);
});
