import { geofenceStores } from '#server/geofenceStores';
import { ALERTS_KEPT } from '#contract/limits';
import { systemClock, uuids } from '#server/clock';
import type { Database } from '#server/db/schema';
import type { Notice } from '#server/features/alerts/notice';
import { alertRepository } from '#server/features/alerts/repository';
import { createGeofenceEngine, type MemberSample } from '#server/features/geofences/engine';
import type { Person } from './support/people';
import { openTestStore } from './support/testStores';
import { useServerPerTest } from './support/useServer';
import { createGeofence, SCHOOL } from './support/walks';

const { server, createFamilyOfTwo } = useServerPerTest();
let other: Database;
let ana: Person;
let bo: Person;
let familyId: string;
beforeEach(async () => {
  const family = await createFamilyOfTwo();
  ({ ana, bo } = family);
  familyId = family.id;
  await createGeofence(ana, family.id);
  other = await openTestStore(server.dataDir);
});
afterEach(() => other.destroy());

/** What another process has: the engine on a connection of its own. What it would send is noted. */
function anEngine(database: Database, sent: Notice[], faults: unknown[]) {
  return createGeofenceEngine({
    inTransaction: (work) =>
      database.transaction().execute((trx) => work(geofenceStores({ clock: systemClock, ids: uuids })(trx))),
    delivery: { send: (alerts) => sent.push(...alerts) },
    publishCheckIns: async () => undefined,
    clock: systemClock,
    ids: uuids,
    onError: (error) => faults.push(error),
  });
}

const START = Date.now() - 3_600_000;

/** Every odd fix is inside, every even one far away, and one is enough either way. */
const fix = (round: number): MemberSample => ({
  userId: ana.id,
  latitude: SCHOOL.latitude + (round % 2 === 1 ? 0 : 0.02),
  longitude: SCHOOL.longitude,
  accuracy: 8,
  at: START + round * 10_000,
});

/** The first is outside and raises nothing; each one after it crosses. */
const ROUNDS = 21;

it('given two processes that evaluate the same fixes at once, then one of them raises each crossing', async () => {
  const [sent, faults]: [Notice[], unknown[]] = [[], []];
  const engines = [anEngine(server.database, sent, faults), anEngine(other, sent, faults)];
  for (let round = 0; round < ROUNDS; round += 1)
    await Promise.all(engines.map((engine) => engine.evaluateStored([fix(round)])));
  expect(sent.map(({ kind }) => kind)).toEqual(
    Array.from({ length: ROUNDS - 1 }, (_, index) => (index % 2 === 0 ? 'arrival' : 'departure')),
  );
  expect(await server.database.selectFrom('notices').select('id').execute()).toHaveLength(ROUNDS - 1);
  // Here both share a thread, so a lock can outlast every attempt of one of them in each round, the first included,
  // which writes where the person stands. The other one has evaluated the fix then: a round that both miss lacks its alert above.
  expect(faults.length).toBeLessThanOrEqual(ROUNDS);
});

it('given fixes that two processes evaluate out of order, then the older ones raise nothing', async () => {
  const [sent, faults]: [Notice[], unknown[]] = [[], []];
  const [one, two] = [anEngine(server.database, sent, faults), anEngine(other, sent, faults)];
  await one.evaluateStored([fix(0)]);
  await two.evaluateStored([fix(3)]);
  for (const round of [1, 2, 3]) await one.evaluateStored([fix(round)]);
  await two.evaluateStored([fix(2)]);
  expect(sent.map(({ kind }) => kind)).toEqual(['arrival']);
  expect(faults).toEqual([]);
});

it('given more crossings than a device keeps, when stored, then the newest and every SOS are left', async () => {
  const alerts = alertRepository(server.database);
  const payload = { userId: ana.id, geofenceName: 'x', timestamp: '', geofenceId: null, familyId };
  const notice = (kind: Notice['kind'], number: number) =>
    ({
      id: String(number).padStart(6, '0'),
      recipientId: bo.id,
      subjectId: ana.id,
      familyIds: [familyId],
      about: '',
      kind,
      payload,
    }) as Notice;
  const many = Array.from({ length: 1_500 }, (_, number) =>
    notice(number % 100 === 0 ? 'sos' : 'departure', number),
  );
  await alerts.insert(many, Date.now());
  const left = await alerts.waitingFor(bo.id, 'phone', 0);
  expect(left.filter(({ kind }) => kind === 'sos')).toHaveLength(15);
  const crossings = left.filter(({ kind }) => kind !== 'sos');
  expect(crossings).toHaveLength(ALERTS_KEPT);
  expect(crossings.at(-1)?.id).toBe('001499');
});
