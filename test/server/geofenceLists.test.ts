import * as z from 'zod/mini';
import { Geofence } from '#contract/geofences';
import { uuids } from '#server/clock';
import { geofenceRepository } from '#server/features/geofences/repository';
import { geofenceService } from '#server/features/geofences/service';
import { createFamily, parseAnswer } from './support/people';
import { useServer } from './support/useServer';
import { createGeofence } from './support/walks';

const { server, createPerson } = useServer();

/** Of several parts. */
const COUNT = 60;

it('given many geofences, then all are listed in order, and other work runs between the parts', async () => {
  const ana = await createPerson();
  const { id: familyId } = await createFamily(ana);
  const made: string[] = [];
  for (let index = 0; index < COUNT; index += 1) made.push((await createGeofence(ana, familyId)).id);
  const list = parseAnswer(z.array(Geofence), await ana.call('GET', '/api/geofences'));
  expect(list.map(({ id }) => id)).toEqual(made);

  const { list: listInParts } = geofenceService({
    geofences: geofenceRepository(server.database),
    inTransaction: () => Promise.reject(new Error('A list changes nothing')),
    publisher: { geofencesChanged: () => undefined },
    clock: server.clock,
    ids: uuids,
  });
  const order: string[] = [];
  for await (const part of await listInParts(ana.id)) {
    order.push(`${part.length} geofences`);
    setImmediate(() => order.push('other work'));
  }
  expect(order).toEqual(['25 geofences', 'other work', '25 geofences', 'other work', '10 geofences']);
});
