import { uuids } from '#server/clock';
import { geofenceRepository } from '#server/features/geofences/repository';
import { geofenceService, type GeofenceDeps } from '#server/features/geofences/service';
import { createFamily } from './support/people';
import { useServer } from './support/useServer';
import { createGeofence } from './support/walks';

const { server, createPerson } = useServer();

it('given a flood of one member, then two changes run at once and the next is another member’s', async () => {
  const [ana, ben] = [await createPerson('Ana'), await createPerson('Ben')];
  const { id: familyId } = await createFamily(ana);
  const { id } = await createGeofence(ana, familyId);
  const ends: (() => void)[] = [];
  const { remove } = geofenceService({
    geofences: geofenceRepository(server.database),
    inTransaction: (async () => {
      await new Promise<void>((resolve) => ends.push(resolve));
      return { family_id: familyId };
    }) as GeofenceDeps['inTransaction'],
    publisher: { geofencesChanged: () => undefined },
    clock: server.clock,
    ids: uuids,
  });
  const done: string[] = [];
  const flood = Array.from({ length: 10 }, async () => {
    await remove(ana.id, id);
    done.push('Ana');
  });
  const other = remove(ben.id, id).then(() => done.push('Ben'));
  // A busy server lets other work pass first, so it may take several turns of the event loop until two run.
  while (ends.length < 2) await new Promise(setImmediate);
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  expect(ends).toHaveLength(2);

  for (let ended = 0; ended < 11; ended += 1) {
    while (ends.length <= ended) await new Promise(setImmediate);
    ends[ended]?.();
  }
  await Promise.all([...flood, other]);
  expect(done.indexOf('Ben')).toBeLessThan(4);
});
