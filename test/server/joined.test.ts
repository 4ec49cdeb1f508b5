import * as z from 'zod/mini';
import type { InboxAlert, MemberJoined } from '#contract/inbox';
import { Invitation } from '#contract/invitations';
import {
  createFamily,
  inviteCodeOf,
  joinFamily,
  leaveFamily,
  parseAnswer,
  type Person,
} from './support/people';
import { flushSockets, type TestSocket, waitUntil } from './support/socket';
import { usePushServer } from './support/useServer';

const { service, server } = usePushServer();

const inboxOf = async (person: Person) =>
  (await person.call('GET', '/api/alerts')).json<{ alerts: InboxAlert[] }>().alerts;
/** Who has joined which family according to a person's inbox, newest first. */
const joinedIn = async (person: Person) =>
  (await inboxOf(person)).flatMap(({ kind, payload }) =>
    kind === 'joined' ? [`${payload.userName} ${payload.familyName}`] : [],
  );
const toldOn = ({ received }: TestSocket) =>
  received.flatMap(([event, payload]) => (event === 'member:joined' ? [payload as MemberJoined] : []));
const createPeople = (...names: string[]): Promise<Person[]> =>
  Promise.all(names.map((name) => server.createPerson(name)));

/** Ana and Bo in a family, and Vera, who is in none. */
async function familyAndStranger() {
  const [ana, bo, vera] = (await createPeople('Ana', 'Bo', 'Vera')) as [Person, Person, Person];
  return { ana, bo, vera, family: await createFamily(ana, bo) };
}

async function invite(admin: Person, familyId: string, guest: Person): Promise<Invitation> {
  await admin.call('POST', `/api/families/${familyId}/members`, { email: guest.email });
  const [invitation] = parseAnswer(z.array(Invitation), await guest.call('GET', '/api/invitations'));
  if (!invitation) throw new Error('there is no invitation');
  return invitation;
}

const accept = (guest: Person, { id }: Invitation) => guest.call('POST', `/api/invitations/${id}/accept`);

describe('someone joins a family', () => {
  it('given open tabs, when someone joins by code, then every other member learns who, and of which', async () => {
    const { ana, bo, vera, family } = await familyAndStranger();
    const tabs = [await ana.connect(), await bo.connect(), await vera.connect()] as const;
    await flushSockets(...tabs);
    for (const { received, everything } of tabs) received.length = everything.length = 0;
    await joinFamily(vera, family.inviteCode);
    const news = { userId: vera.id, userName: 'Vera', familyId: family.id, familyName: 'Home' };
    for (const tab of [tabs[0], tabs[1]]) {
      expect(await tab.waitForEvent('member:joined')).toEqual({
        ...news,
        alertId: expect.any(String) as string,
        timestamp: expect.any(String) as string,
      });
    }
    await flushSockets(...tabs);
    expect(tabs.map((tab) => toldOn(tab).length)).toEqual([1, 1, 0]);
  });

  it('given an invitation, when it is accepted or its family’s code is used, then the members learn it', async () => {
    const { ana, bo, vera, family } = await familyAndStranger();
    await accept(vera, await invite(ana, family.id, vera));
    const guest = await server.createPerson('Guest');
    await invite(ana, family.id, guest);
    await joinFamily(guest, family.inviteCode);
    expect(await joinedIn(ana)).toEqual(['Guest Home', 'Vera Home']);
    expect(await joinedIn(bo)).toEqual(['Guest Home', 'Vera Home']);
    expect([await joinedIn(vera), await joinedIn(guest)]).toEqual([['Guest Home'], []]);
  });

  it('given no page is open, then the inbox has it, and a page that opens gets it', async () => {
    const { bo, vera, family } = await familyAndStranger();
    await joinFamily(vera, family.inviteCode);
    const [alert] = await inboxOf(bo);
    expect(alert).toMatchObject({ kind: 'joined', late: false, read: false });
    const tab = await bo.connect();
    expect(await tab.waitForEvent('member:joined')).toEqual(alert?.payload);
    const { about } = await server.database
      .selectFrom('notices')
      .select('about')
      .where('id', '=', alert?.id ?? '')
      .executeTakeFirstOrThrow();
    expect(about).toBe(`joined:${family.id}:${vera.id}`);
  });

  it('given a founder, and a member who uses the code again, then no one is told', async () => {
    const { ana, bo, family } = await familyAndStranger();
    await joinFamily(bo, family.inviteCode);
    await joinFamily(ana, family.inviteCode);
    expect([await joinedIn(ana), await joinedIn(bo)]).toEqual([[], []]);
    const notices = server.database.selectFrom('notices').select('id').where('subject_id', '=', ana.id);
    expect(await notices.execute()).toEqual([]);
  });

  it('given former members and other families, when someone joins, then they learn nothing', async () => {
    const { ana, bo, vera, family } = await familyAndStranger();
    const [former, other] = (await createPeople('Former', 'Other')) as [Person, Person];
    await joinFamily(former, family.inviteCode);
    await leaveFamily(former, family.id);
    await createFamily(other);
    const tabs = [await former.connect(), await other.connect(), await bo.connect()] as const;
    await joinFamily(vera, await inviteCodeOf(ana));
    await tabs[2].waitForEvent('member:joined');
    await flushSockets(...tabs);
    expect([toldOn(tabs[0]), toldOn(tabs[1])]).toEqual([[], []]);
    expect([await inboxOf(former), await inboxOf(other)]).toEqual([[], []]);
  });

  it('given a join that the limit of families refuses, then no one is told', async () => {
    const { ana, vera, family } = await familyAndStranger();
    for (let count = 0; count < 20; count += 1) await createFamily(vera);
    const { inviteCode } = family;
    expect((await vera.call('POST', '/api/families/join-by-code', { inviteCode })).statusCode).toBe(409);
    expect(await joinedIn(ana)).toEqual([]);
  });
});

describe('the alert of a newcomer', () => {
  it('given the newcomer left or was removed since, then no one gets or lists it any more', async () => {
    const { ana, bo, vera, family } = await familyAndStranger();
    await joinFamily(vera, family.inviteCode);
    await ana.call('DELETE', `/api/families/${family.id}/members/${vera.id}`);
    expect([await joinedIn(ana), await joinedIn(bo)]).toEqual([[], []]);
    const tab = await bo.connect();
    await flushSockets(tab);
    expect(toldOn(tab)).toEqual([]);
  });

  it('given a recipient who was removed since, then they neither get nor list it', async () => {
    const { ana, bo, vera, family } = await familyAndStranger();
    await joinFamily(vera, family.inviteCode);
    await ana.call('DELETE', `/api/families/${family.id}/members/${bo.id}`);
    const tab = await bo.connect();
    await flushSockets(tab);
    expect([toldOn(tab), await inboxOf(bo)]).toEqual([[], []]);
  });

  it('given another family of both, when the newcomer leaves the first, then its alert is gone too', async () => {
    const { ana, bo, vera, family } = await familyAndStranger();
    await createFamily(bo, vera);
    await joinFamily(vera, family.inviteCode);
    await leaveFamily(vera, family.id);
    expect(await joinedIn(ana)).toEqual([]);
    expect((await inboxOf(bo)).map(({ payload }) => 'familyId' in payload && payload.familyId)).not.toContain(
      family.id,
    );
  });

  it('given someone who joins again, then there is one alert for each joining, about the same', async () => {
    const { ana, bo, vera, family } = await familyAndStranger();
    await joinFamily(vera, family.inviteCode);
    await leaveFamily(vera, family.id);
    await joinFamily(vera, await inviteCodeOf(ana));
    expect(await joinedIn(bo)).toEqual(['Vera Home', 'Vera Home']);
    const notices = await server.database
      .selectFrom('notices')
      .select('about')
      .where('recipient_id', '=', bo.id)
      .execute();
    expect(new Set(notices.map(({ about }) => about))).toEqual(new Set([`joined:${family.id}:${vera.id}`]));
  });

  it('given blocks between member and newcomer, then all are told the same, and nothing of the block', async () => {
    const { ana, bo, vera, family } = await familyAndStranger();
    await createFamily(bo, vera);
    expect((await bo.call('POST', '/api/blocks', { userId: vera.id })).statusCode).toBe(201);
    await joinFamily(vera, family.inviteCode);
    const [[ofAna], [ofBo]] = [await inboxOf(ana), await inboxOf(bo)];
    const told = (alert: InboxAlert | undefined) => ({ ...alert?.payload, alertId: null });
    expect(told(ofBo)).toEqual(told(ofAna));
    expect(told(ofBo)).toMatchObject({ userName: 'Vera', familyId: family.id });
  });

  it('given a block of the family that a join lifts, then its members learn of the joining alone', async () => {
    const { ana, vera, family } = await familyAndStranger();
    await invite(ana, family.id, vera);
    expect((await vera.call('POST', '/api/blocks', { familyId: family.id })).statusCode).toBe(201);
    expect(await joinedIn(ana)).toEqual([]);
    await joinFamily(vera, family.inviteCode);
    expect(await joinedIn(ana)).toEqual(['Vera Home']);
  });
});

describe('the push of a newcomer', () => {
  /** The same with a phone of Bo that gets pushes. */
  async function familyWithPhone() {
    const made = await familyAndStranger();
    const { publicKey } = (await made.bo.call('GET', '/api/push')).json<{ publicKey: string }>();
    const subscription = service.subscribe(publicKey);
    expect((await made.bo.call('PUT', '/api/push/device', subscription)).statusCode).toBe(200);
    return made;
  }
  const settings = { quiet: null, timeZone: 'UTC', privateText: false, messages: true };
  const stateOf = async (person: Person) => {
    const log = await person.call('GET', '/api/notify/log');
    return log.json<{ kind: string; state: string; reason: string | null }[]>()[0];
  };
  /** The newest delivery to a person, once it waits no more. */
  async function outcome(person: Person) {
    server.clock.move(3_000);
    await waitUntil(async () => !['waiting', undefined].includes((await stateOf(person))?.state));
    return stateOf(person);
  }

  it('given a closed page, then the push says it, and leads to the page of that family', async () => {
    const { bo, vera, family } = await familyWithPhone();
    await joinFamily(vera, family.inviteCode);
    expect(await outcome(bo)).toMatchObject({ kind: 'joined', state: 'handedOver' });
    const [push] = service.received;
    expect(push?.content.notification).toMatchObject({
      title: 'Kinmap',
      body: 'Vera joined Home',
      tag: `joined:${family.id}:${vera.id}`,
      data: { unlessSeen: true },
    });
    expect(new URL(push?.content.notification.navigate ?? '').pathname).toBe('/family');
    expect(push?.content.notification.navigate).toContain(`#family=${family.id}`);
    expect(push?.text).not.toContain('@example');
  });

  it('given private texts, then the push names no one', async () => {
    const { bo, vera, family } = await familyWithPhone();
    await bo.call('PUT', '/api/notify/settings', { ...settings, privateText: true });
    await joinFamily(vera, family.inviteCode);
    await outcome(bo);
    expect(service.received.map(({ content }) => content.notification.body)).toEqual([
      'Something new in your family.',
    ]);
  });

  it('given quiet hours, then only the inbox has it', async () => {
    const { bo, vera, family } = await familyWithPhone();
    await bo.call('PUT', '/api/notify/settings', { ...settings, quiet: { from: 0, to: 0 } });
    await joinFamily(vera, family.inviteCode);
    expect(await outcome(bo)).toMatchObject({ kind: 'joined', state: 'dropped', reason: 'quiet' });
    expect(await joinedIn(bo)).toEqual(['Vera Home']);
  });

  it('given a visible page has shown it, then it is not pushed', async () => {
    const { bo, vera, family } = await familyWithPhone();
    const tab = await bo.connect({ auth: { token: bo.token, device: 'laptop' } }, 'shown');
    await joinFamily(vera, family.inviteCode);
    await tab.waitForEvent('member:joined');
    await waitUntil(async () => {
      const rows = await server.database.selectFrom('notice_devices').select('shown_at').execute();
      return rows.some(({ shown_at }) => shown_at !== null);
    });
    expect(await outcome(bo)).toMatchObject({ state: 'dropped', reason: 'shown' });
    expect(service.received).toEqual([]);
  });

  it('given the newcomer is removed, or the recipient, before it is due, then nothing is sent', async () => {
    const { ana, bo, vera, family } = await familyWithPhone();
    await joinFamily(vera, family.inviteCode);
    await ana.call('DELETE', `/api/families/${family.id}/members/${vera.id}`);
    expect(await outcome(bo)).toMatchObject({ state: 'dropped', reason: 'gone' });
    await joinFamily(vera, await inviteCodeOf(ana));
    await ana.call('DELETE', `/api/families/${family.id}/members/${bo.id}`);
    server.clock.move(3_000);
    await waitUntil(async () => {
      const rows = await server.database.selectFrom('deliveries').select('state').execute();
      return rows.every(({ state }) => state !== 'waiting');
    });
    expect(service.received).toEqual([]);
  });

  it('given the newcomer joins again before the first is due, then one push says it', async () => {
    const { ana, bo, vera, family } = await familyWithPhone();
    await joinFamily(vera, family.inviteCode);
    await leaveFamily(vera, family.id);
    await joinFamily(vera, await inviteCodeOf(ana));
    server.clock.move(3_000);
    await waitUntil(async () => {
      const rows = await server.database.selectFrom('deliveries').select('state').execute();
      return rows.every(({ state }) => state !== 'waiting');
    });
    expect(await outcome(bo)).toMatchObject({ state: 'handedOver' });
    expect(service.received).toHaveLength(1);
  });
});
