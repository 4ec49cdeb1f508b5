import type { InboxAlert } from '#contract/inbox';
import { createFamily, leaveFamily, type Person } from './support/people';
import { flushSockets, type TestSocket, waitUntil } from './support/socket';
import { useServer } from './support/useServer';
import { createGeofence, createWalker } from './support/walks';

const { server, createPerson, createFamilyOfTwo } = useServer();
const HERE = { latitude: 46.05, longitude: 14.5 };

/** A socket of one of a person's devices. Without acknowledgements it receives and says nothing. */
const device = (person: Person, name: string, acknowledges = true) =>
  person.connect({ auth: { token: person.token, device: name } }, acknowledges);
const callsOn = ({ received }: TestSocket) => received.filter(([event]) => event === 'sos:alert').length;
const inboxOf = async (person: Person, query = '') =>
  (await person.call('GET', `/api/alerts${query}`)).json<{ alerts: InboxAlert[]; unread: number }>();

/** Ana calls for help; resolves once it is stored for her family. */
async function callForHelp(ana: Person, message = 'help') {
  expect(await (await ana.connect()).send('sos:trigger', { ...HERE, message })).toMatchObject({ ok: true });
}

/** A person, and one member of their family for each message, who has called for help with it. */
async function callsOfOthers(...messages: string[]): Promise<[Person, ...Person[]]> {
  const bo = await createPerson('Bo');
  const callers: Person[] = [];
  for (const message of messages) callers.push(await createPerson(message));
  await createFamily(bo, ...callers);
  for (const [index, message] of messages.entries()) await callForHelp(callers[index] as Person, message);
  return [bo, ...callers];
}

describe('alerts on several devices', () => {
  it('given two devices of which one is offline, then both get the SOS, once each', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const tablet = await device(bo, 'tablet');
    await callForHelp(ana);
    await tablet.waitForEvent('sos:alert');
    const phone = await device(bo, 'phone');
    await phone.waitForEvent('sos:alert');
    const again = [await device(bo, 'tablet'), await device(bo, 'phone')];
    await flushSockets(tablet, phone, ...again);
    expect([tablet, phone, ...again].map(callsOn)).toEqual([1, 1, 0, 0]);
  });

  it('given it is read on one device, then the others get an event, and no further device gets it', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const [tablet, phone] = [await device(bo, 'tablet'), await device(bo, 'phone')];
    await callForHelp(ana);
    await phone.waitForEvent('sos:alert');
    const [alert] = (await inboxOf(bo)).alerts;
    expect((await bo.call('POST', '/api/alerts/read', { ids: [alert?.id] })).statusCode).toBe(204);
    expect(await tablet.waitForEvent('alerts:read')).toEqual({ ids: [alert?.id] });
    const laptop = await device(bo, 'laptop');
    await flushSockets(laptop);
    expect(callsOn(laptop)).toBe(0);
  });

  it('given clients that name no device, then they count as one device', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    await callForHelp(ana);
    const first = await bo.connect();
    await first.waitForEvent('sos:alert');
    await waitUntil(
      async () => (await server.database.selectFrom('notice_devices').selectAll().execute()).length > 0,
    );
    const second = await bo.connect();
    await flushSockets(second);
    expect(callsOn(second)).toBe(0);
  });

  it('given more devices than are remembered, then a further one gets the alert each time', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    await callForHelp(ana);
    for (let number = 0; number < 20; number += 1) {
      const tab = await device(bo, `device ${number}`);
      await tab.waitForEvent('sos:alert');
      await flushSockets(tab);
      tab.raw.disconnect();
    }
    await waitUntil(async () => {
      const rows = await server.database.selectFrom('notice_devices').select('device_id').execute();
      return rows.filter(({ device_id }) => device_id.startsWith('device ')).length === 20;
    });
    let connectionsWithAlert = 0;
    // A connection that opens while the alert's arrival at the one before is being stored does not get it.
    await waitUntil(async () => {
      const tab = await device(bo, 'one more');
      await flushSockets(tab);
      connectionsWithAlert += callsOn(tab);
      tab.raw.disconnect();
      return connectionsWithAlert >= 2;
    });
    expect(connectionsWithAlert).toBe(2);
  });
});

describe('the inbox', () => {
  it('given an SOS and an arrival, then it lists both, newest first, under the ids of the socket', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    await createGeofence(ana, id);
    await createWalker(await ana.connect()).to(500, 0);
    await callForHelp(ana, 'flat tyre');
    const { alerts, unread } = await inboxOf(bo);
    expect(alerts.map(({ kind, read, late }) => ({ kind, read, late }))).toEqual([
      { kind: 'sos', read: false, late: false },
      { kind: 'arrival', read: false, late: expect.any(Boolean) as boolean },
    ]);
    expect(alerts[0]?.payload).toMatchObject({ message: 'flat tyre', userId: ana.id });
    expect(unread).toBe(2);
    const tab = await device(bo, 'phone');
    expect(await tab.waitForEvent('sos:alert')).toMatchObject({ alertId: alerts[0]?.id });
  });

  it('given pages of two, then they follow each other without a gap', async () => {
    const [bo] = await callsOfOthers('one', 'two', 'three');
    const messages = ({ alerts }: { alerts: InboxAlert[] }) =>
      alerts.map(({ payload }) => ('message' in payload ? payload.message : null));
    const first = await inboxOf(bo, '?limit=2');
    const second = await inboxOf(bo, `?limit=2&before=${first.alerts.at(-1)?.id}`);
    expect([messages(first), messages(second)]).toEqual([['three', 'two'], ['one']]);
  });

  it('given it is cleared up to an alert, then later ones stay, and every device gets an event', async () => {
    const [bo] = await callsOfOthers('one', 'two');
    const upTo = (await inboxOf(bo)).alerts.at(-1)?.id;
    const phone = await device(bo, 'phone');
    await bo.call('POST', '/api/alerts/clear', { upTo });
    expect(await phone.waitForEvent('alerts:cleared')).toEqual({ upTo });
    expect((await inboxOf(bo)).alerts.map(({ payload }) => payload)).toMatchObject([{ message: 'two' }]);
  });

  it('given ids of other people’s alerts, when a person reads or clears them, nothing of theirs changes', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    await callForHelp(ana);
    const [alert] = (await inboxOf(bo)).alerts;
    const stranger = await createPerson();
    expect((await stranger.call('POST', '/api/alerts/read', { ids: [alert?.id] })).statusCode).toBe(204);
    expect((await stranger.call('POST', '/api/alerts/clear', { upTo: alert?.id })).statusCode).toBe(204);
    expect(await inboxOf(bo)).toMatchObject({ alerts: [{ read: false }], unread: 1 });
    expect(await inboxOf(stranger)).toEqual({ alerts: [], unread: 0 });
  });

  it('given a member leaves, then they see no more alerts, and the family keeps their call for help', async () => {
    const [ana, bo, cy] = [await createPerson('Ana'), await createPerson('Bo'), await createPerson('Cy')];
    const { id } = await createFamily(ana, bo, cy);
    await callForHelp(ana);
    await leaveFamily(bo, id);
    expect(await inboxOf(bo)).toEqual({ alerts: [], unread: 0 });
    expect((await inboxOf(cy)).unread).toBe(1);
    await leaveFamily(ana, id);
    expect(await inboxOf(cy)).toMatchObject({ alerts: [{ kind: 'sos' }], unread: 1 });
  });

  it('given several families, then an arrival shows while both are in the family of the alert', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    await createFamily(ana, bo);
    await createGeofence(ana, id);
    await createWalker(await ana.connect()).to(500, 0);
    expect((await inboxOf(bo)).unread).toBe(1);
    await leaveFamily(ana, id);
    expect(await inboxOf(bo)).toEqual({ alerts: [], unread: 0 });
  });

  it('given a member has left, when another exports, then only calls of theirs are in it', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    const exportedBy = async (person: Person) => {
      const answer = await person.call('GET', `/api/users/${person.id}/export`);
      const { alerts } = answer.json<{ alerts: { direction: string; kind: string }[] }>();
      return alerts.map(({ direction, kind }) => `${direction} ${kind}`);
    };
    await createGeofence(ana, id);
    await createWalker(await ana.connect()).to(500, 0);
    await callForHelp(ana);
    expect(await exportedBy(bo)).toEqual(['forMe arrival', 'forMe sos']);
    await leaveFamily(ana, id);
    expect(await exportedBy(bo)).toEqual(['forMe sos']);
    expect(await exportedBy(ana)).toEqual(['aboutMe arrival', 'aboutMe sos']);
  });

  it.each([[{}], [{ ids: [] }], [{ ids: 'all' }], [{ ids: ['a'], upTo: 'b' }]])(
    'given %j, then reading answers 400 with what is expected',
    async (body) => {
      const ana = await createPerson();
      const answer = await ana.call('POST', '/api/alerts/read', body);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'alerts_required']);
    },
  );
});
