import { createMembershipCache } from '#server/features/geofences/membershipCache';
import { geofenceRepository } from '#server/features/geofences/repository';
import { createFamily, inviteCodeOf, joinFamily, leaveFamily, type Person } from './support/people';
import { useServer } from './support/useServer';
import { createGeofence } from './support/walks';

const { server, createPerson } = useServer();

/** What a process sees after a change that had cached the memberships before it. */
async function seenBy(person: Person, change: () => Promise<unknown>): Promise<[string[], number]> {
  const memory = createMembershipCache();
  const geofences = geofenceRepository(server.database);
  const read = async () => {
    const reading = await memory.read(geofences, [person.id]);
    if (!reading.of(person.id).fences) await reading.readFences([person.id]);
    reading.saveToCache();
    return reading.of(person.id);
  };
  await read();
  await change();
  const { familyIds, fences } = await read();
  return [[...familyIds], fences?.count ?? -1];
}

it('given cached memberships, when families or geofences change, then they are read again', async () => {
  const [ana, bo] = [await createPerson('Ana'), await createPerson('Bo')];
  const { id, inviteCode } = await createFamily(ana);
  expect(await seenBy(bo, () => joinFamily(bo, inviteCode))).toEqual([[id], 0]);
  let fenceId = '';
  expect(await seenBy(bo, async () => ({ id: fenceId } = await createGeofence(ana, id)))).toEqual([[id], 1]);
  const remove = () => ana.call('DELETE', `/api/geofences/${fenceId}`);
  expect(await seenBy(bo, remove)).toEqual([[id], 0]);
  expect(await seenBy(bo, () => leaveFamily(bo, id))).toEqual([[], 0]);

  await joinFamily(bo, await inviteCodeOf(ana));
  const goes = () => server.database.deleteFrom('families').where('id', '=', id).execute();
  expect(await seenBy(bo, goes)).toEqual([[], 0]);
});

it('given a transaction that is rolled back, then what it saw is not cached', async () => {
  const ana = await createPerson('Ana');
  const { id } = await createFamily(ana);
  const memory = createMembershipCache();
  const undone = new Error('undone');
  await server.database
    .transaction()
    .execute(async (queries) => {
      await queries.deleteFrom('family_members').where('user_id', '=', ana.id).execute();
      const reading = await memory.read(geofenceRepository(queries), [ana.id]);
      expect(reading.of(ana.id).familyIds).toEqual([]);
      throw undone;
    })
    .catch((error: unknown) => expect(error).toBe(undone));
  const reading = await memory.read(geofenceRepository(server.database), [ana.id]);
  expect(reading.of(ana.id).familyIds).toEqual([id]);
});
