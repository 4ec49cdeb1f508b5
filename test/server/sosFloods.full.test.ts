import { setTimeout } from 'node:timers/promises';
import { SosAlert } from '#contract/alerts';
import type { Ack } from '#contract/events';
import { uuids } from '#server/clock';
import { DomainError } from '#server/domainError';
import { createFamily, type Person } from './support/people';
import { flushSockets, type TestSocket, waitUntil } from './support/socket';
import { useServerPerTest } from './support/useServer';

/** 1,100 SOS take most of the usual minute on a busy machine. */
jest.setTimeout(180_000);

const HERE = { latitude: 46.05, longitude: 14.5 };
/** How many of one caller's newest SOS a device gets when it connects. */
const SENT_PER_CALLER = 20;

const { server, createPerson } = useServerPerTest();

async function createPeople(count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let number = 0; number < count; number += 1) people.push(await createPerson());
  return people;
}

/** Sends several SOS, with the messages '0', '1' and so on. */
async function sendSos(caller: Person, times: number): Promise<void> {
  let tab: TestSocket | undefined;
  for (let number = 0; number < times; number += 1) {
    const sos = { ...HERE, message: String(number), clientId: uuids.next() };
    for (;;) {
      tab = tab?.raw.connected ? tab : await caller.connect({}, false).catch(waitWhenBusy);
      const ack = await tab?.send('sos:trigger', sos).catch(waitWhenClosed);
      if (ack && 'ok' in ack) break;
      // As the app does when the database is too busy. The server may have stored the SOS all the same.
      if (ack) await setTimeout((ack.retryAfter ?? unexpected(ack)) * 1_000);
    }
  }
  tab?.raw.disconnect();
}

/** A server that is too busy refuses a connection, or closes it soon; the app then connects again. */
async function waitWhenBusy(refusal: Error): Promise<undefined> {
  if (refusal.message !== new DomainError('server_busy').message) throw refusal;
  await setTimeout(1_000);
}
function waitWhenClosed(error: Error): undefined {
  if (error.message !== 'socket has been disconnected') throw error;
}

function unexpected(ack: Ack): never {
  throw new Error(JSON.stringify(ack));
}

/** The notices of SOS. */
const storedFor = ({ id }: Person) =>
  server.database
    .selectFrom('notices')
    .selectAll()
    .where('recipient_id', '=', id)
    .where('kind', '=', 'sos')
    .orderBy('id')
    .execute();
const receivedSos = ({ received }: TestSocket): SosAlert[] =>
  received.flatMap(([event, payload]) => (event === 'sos:alert' ? [SosAlert.parse(payload)] : []));

describe('SOS that wait for a member', () => {
  it('given 1,100 SOS of 55 callers and a client that polls, then all arrive, and the next one too', async () => {
    const [bo, ...callers] = (await createPeople(56)) as [Person, ...Person[]];
    // Families of six, so that each SOS has few recipients.
    for (let first = 0; first < callers.length; first += 5)
      await createFamily(bo, ...callers.slice(first, first + 5));
    await Promise.all(callers.map((caller) => sendSos(caller, SENT_PER_CALLER)));
    const socket = await bo.connect({ transports: ['polling'] });
    await waitUntil(() => receivedSos(socket).length === 1_100);
    await sendSos(callers[0] as Person, 1);
    await waitUntil(() => receivedSos(socket).length === 1_101);
    expect(socket.raw.connected).toBe(true);
  });

  it('given an SOS and then 60 of another caller, then the newest of both callers come first', async () => {
    const [bo, ana, mallory] = (await createPeople(3)) as [Person, Person, Person];
    await createFamily(bo, ana, mallory);
    await sendSos(ana, 1);
    await sendSos(mallory, 60);
    const socket = await bo.connect();
    await waitUntil(() => receivedSos(socket).length === SENT_PER_CALLER + 1);
    await flushSockets(socket);
    const order = receivedSos(socket).map(({ userId, message }) => [userId, message]);
    const newest = Array.from({ length: SENT_PER_CALLER }, (_, index) => [mallory.id, String(59 - index)]);
    expect(order).toEqual([newest[0], [ana.id, '0'], ...newest.slice(1)]);
  });

  it('given a client that never acknowledges, then SOS come in parts, and a new one before the rest', async () => {
    const [bo, ana, ...callers] = (await createPeople(12)) as [Person, Person, ...Person[]];
    await createFamily(bo, ana, ...callers);
    await Promise.all(callers.map((caller) => sendSos(caller, SENT_PER_CALLER)));
    const silent = await bo.connect({}, false);
    await silent.waitForEvent('sos:alert');
    await sendSos(ana, 1);
    const waiting = callers.length * SENT_PER_CALLER;
    await waitUntil(() => receivedSos(silent).length === waiting + 1);
    expect(receivedSos(silent).findIndex(({ userId }) => userId === ana.id)).toBeLessThan(waiting - 50);
  });
});

describe('SOS that are stored for a member', () => {
  it('given more than 100 of one caller, then the newest 100 stay, and those of others', async () => {
    const [bo, ana, mallory] = (await createPeople(3)) as [Person, Person, Person];
    await createFamily(bo, ana, mallory);
    await sendSos(ana, 1);
    await sendSos(mallory, 103);
    const [first, ...others] = await storedFor(bo);
    expect(first?.subject_id).toBe(ana.id);
    expect(others.map(({ payload }) => (JSON.parse(payload) as SosAlert).message)).toEqual(
      Array.from({ length: 100 }, (_, number) => String(number + 3)),
    );
    expect(await storedFor(ana)).toHaveLength(100);
  });

  it('given a family in which all members send an SOS at once, four times, then each SOS is stored', async () => {
    const people = await createPeople(30);
    await createFamily(...(people as [Person, ...Person[]]));
    for (let time = 0; time < 4; time += 1) await Promise.all(people.map((person) => sendSos(person, 1)));
    expect(await storedFor(people[0] as Person)).toHaveLength(4 * 29);
  });
});
