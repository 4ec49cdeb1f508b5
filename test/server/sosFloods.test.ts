import { SosAlert } from '#contract/alerts';
import { createFamily, type Person } from './support/people';
import { flushSockets, type TestSocket, waitUntil } from './support/socket';
import { useServerPerTest } from './support/useServer';

const HERE = { latitude: 46.05, longitude: 14.5 };
/** The newest SOS of one caller that a device gets when it connects. */
const OF_ONE = 20;

const { server, createPerson } = useServerPerTest();

async function createPeople(count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let number = 0; number < count; number += 1) people.push(await createPerson());
  return people;
}

/** A person calls for help so many times, with the numbers as messages. Their device receives no calls of others. */
async function callForHelp(caller: Person, times: number): Promise<void> {
  const tab = await caller.connect({}, false);
  for (let number = 0; number < times; number += 1)
    expect(await tab.send('sos:trigger', { ...HERE, message: String(number) })).toEqual({ ok: true });
  tab.raw.disconnect();
}

const keptFor = ({ id }: Person) =>
  server.database.selectFrom('notices').selectAll().where('recipient_id', '=', id).orderBy('id').execute();
const callsOn = ({ received }: TestSocket): SosAlert[] =>
  received.flatMap(([event, payload]) => (event === 'sos:alert' ? [SosAlert.parse(payload)] : []));
const poll = (person: Person) => person.connect({ transports: ['polling'] });

describe('SOS that wait for a member', () => {
  it('given 1,100 of 55 callers and a client that polls, then all arrive, and the next one too', async () => {
    const [bo, ...callers] = (await createPeople(56)) as [Person, ...Person[]];
    // Families of six, so that each call goes to few others.
    for (let first = 0; first < callers.length; first += 5)
      await createFamily(bo, ...callers.slice(first, first + 5));
    await Promise.all(callers.map((caller) => callForHelp(caller, OF_ONE)));
    const back = await poll(bo);
    await waitUntil(() => callsOn(back).length === 1_100, 20_000);
    await callForHelp(callers[0] as Person, 1);
    await waitUntil(() => callsOn(back).length === 1_101);
    expect(back.raw.connected).toBe(true);
  });

  it('given one caller’s many and one of another before, then both callers’ newest come first', async () => {
    const [bo, ana, mallory] = (await createPeople(3)) as [Person, Person, Person];
    await createFamily(bo, ana, mallory);
    await callForHelp(ana, 1);
    await callForHelp(mallory, 60);
    const back = await bo.connect();
    await waitUntil(() => callsOn(back).length === OF_ONE + 1);
    await flushSockets(back);
    const calls = callsOn(back).map(({ userId, message }) => [userId, message]);
    const newest = Array.from({ length: OF_ONE }, (_, place) => [mallory.id, String(59 - place)]);
    expect(calls).toEqual([newest[0], [ana.id, '0'], ...newest.slice(1)]);
  });

  it('given a client that never acknowledges, then they come in parts, and a new SOS before the rest', async () => {
    const [bo, ana, ...callers] = (await createPeople(12)) as [Person, Person, ...Person[]];
    await createFamily(bo, ana, ...callers);
    await Promise.all(callers.map((caller) => callForHelp(caller, OF_ONE)));
    const silent = await bo.connect({}, false);
    await silent.waitForEvent('sos:alert');
    await callForHelp(ana, 1);
    const waiting = callers.length * OF_ONE;
    await waitUntil(() => callsOn(silent).length === waiting + 1, 20_000);
    expect(callsOn(silent).findIndex(({ userId }) => userId === ana.id)).toBeLessThan(waiting - 50);
  });
});

describe('SOS that are kept for a member', () => {
  it('given more than 100 of one caller, then the newest 100 are left, and those of others', async () => {
    const [bo, ana, mallory] = (await createPeople(3)) as [Person, Person, Person];
    await createFamily(bo, ana, mallory);
    await callForHelp(ana, 1);
    await callForHelp(mallory, 103);
    const [first, ...others] = await keptFor(bo);
    expect(first?.subject_id).toBe(ana.id);
    expect(others.map(({ payload }) => (JSON.parse(payload) as SosAlert).message)).toEqual(
      Array.from({ length: 100 }, (_, number) => String(number + 3)),
    );
    expect(await keptFor(ana)).toHaveLength(100);
  });

  it('given a whole family that calls at once and has often called, then each call is stored', async () => {
    const people = await createPeople(30);
    await createFamily(...(people as [Person, ...Person[]]));
    for (let time = 0; time < 4; time += 1) await Promise.all(people.map((person) => callForHelp(person, 1)));
    expect(await keptFor(people[0] as Person)).toHaveLength(4 * 29);
  });
});
