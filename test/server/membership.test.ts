import * as z from 'zod/mini';
import { AddedMember, Family, NewInviteCode } from '#contract/families';
import { Invitation } from '#contract/invitations';
import {
  createFamily,
  joinFamily,
  leaveFamily,
  PASSWORD,
  parseAnswer,
  parseError,
  type Person,
} from './support/people';
import { flushSockets, type TestSocket } from './support/socket';
import { startTestServer } from './support/startTestServer';
import { useServer } from './support/useServer';

const { createPerson, createFamilyOfTwo, connectFamilyOfTwo } = useServer();

const HOME = { latitude: 46.05, longitude: 14.5 };
const familiesOf = async (someone: Person) =>
  parseAnswer(z.array(Family), await someone.call('GET', '/api/families'));
const invite = (by: Person, familyId: string, body: object) =>
  by.call('POST', `/api/families/${familyId}/members`, body);
const invitationsOf = async (someone: Person) =>
  parseAnswer(z.array(Invitation), await someone.call('GET', '/api/invitations'));
const answer = (someone: Person, id: string, word: 'accept' | 'decline') =>
  someone.call('POST', `/api/invitations/${id}/${word}`);
const removeMember = (by: Person, familyId: string, memberId: string) =>
  by.call('DELETE', `/api/families/${familyId}/members/${memberId}`);
const setAdmin = (by: Person, familyId: string, memberId: string, isAdmin: boolean) =>
  by.call('PUT', `/api/families/${familyId}/members/${memberId}`, { isAdmin });
/** The events of a person's tab, but for those of the person's own presence. */
const names = (tab: TestSocket, { id }: Person) =>
  tab.received
    .filter(([, payload]) => (payload as { userId?: string }).userId !== id)
    .map(([event]) => event);

/** An admin with a family, another person, and the invitation to them. */
async function invited(isAdmin = false) {
  const [ana, bo] = [await createPerson('Ana'), await createPerson('Bo')];
  const family = await createFamily(ana);
  const added = await invite(ana, family.id, { email: bo.email, isAdmin });
  const [invitation] = await invitationsOf(bo);
  if (!invitation) throw new Error('no invitation');
  return { ana, bo, family, added, invitation };
}

/** The same with a second admin. */
async function invitedByTwo() {
  const scene = await invited();
  const cleo = await createPerson('Cleo');
  await joinFamily(cleo, scene.family.inviteCode);
  await setAdmin(scene.ana, scene.family.id, cleo.id, true);
  return { ...scene, cleo, code: scene.family.inviteCode };
}

describe('an invitation', () => {
  it('given an email, then the person is invited, and neither side sees the other', async () => {
    const { ana, bo, family, added } = await invited();
    expect(parseAnswer(AddedMember, added, 201)).toEqual({
      member: { id: bo.id, name: bo.email, profileImage: null, isAdmin: false, status: 'invited' },
    });
    const [anasTab, bosTab] = [await ana.connect(), await bo.connect()];
    expect(await anasTab.send('location:update', HOME)).toMatchObject({ ok: true });
    expect(await bosTab.send('location:update', HOME)).toMatchObject({ ok: true });
    await anasTab.send('sos:trigger', HOME);
    await flushSockets(anasTab, bosTab);
    expect([names(anasTab, ana), names(bosTab, bo)]).toEqual([[], []]);
    expect(await familiesOf(bo)).toEqual([]);
    for (const [from, to] of [
      [ana, bo],
      [bo, ana],
    ] as const) {
      expect(parseError(await from.call('GET', `/api/users/${to.id}`))[0]).toBe(404);
      const history = `/api/locations/history/${to.id}?date=2025-01-01`;
      expect(parseError(await from.call('GET', history))[0]).toBe(404);
      const around = (await from.call('GET', '/api/locations/family')).json<{ userId: string }[]>();
      expect(around.map(({ userId }) => userId)).toEqual([from.id]);
    }
    const [seenByAna] = await familiesOf(ana);
    expect(seenByAna?.members).toHaveLength(1);
    expect(seenByAna?.invited).toEqual([{ id: bo.id, email: bo.email, isAdmin: false }]);
    expect(family.members).toHaveLength(1);
  });

  it('given a pending invitation, then the person learns at once which family and who invited', async () => {
    const { ana, bo, family } = await invited();
    const tab = await bo.connect();
    const second = await createFamily(ana);
    await invite(ana, second.id, { email: bo.email.toUpperCase(), isAdmin: true });
    expect(await tab.waitForEvent('invitations:changed')).toEqual({});
    expect(await invitationsOf(bo)).toMatchObject([
      { familyId: family.id, familyName: 'Home', invitedBy: 'Ana', isAdmin: false },
      { familyId: second.id, invitedBy: 'Ana', isAdmin: true },
    ]);
  });

  it('given it is accepted, then both see each other from then on, and it is used up', async () => {
    const { ana, bo, family, invitation } = await invited(true);
    const [anasTab, bosTab] = [await ana.connect(), await bo.connect()];
    const entered = parseAnswer(Family, await answer(bo, invitation.id, 'accept'));
    expect(entered.members.map(({ id, isAdmin }) => [id, isAdmin])).toEqual([
      [ana.id, true],
      [bo.id, true],
    ]);
    expect(await anasTab.waitForEvent('family:changed')).toEqual({ familyId: family.id });
    await anasTab.send('location:update', HOME);
    expect(await bosTab.waitForEvent('location:updated')).toMatchObject({ userId: ana.id });
    expect(await invitationsOf(bo)).toEqual([]);
    expect(parseError(await answer(bo, invitation.id, 'accept'))[0]).toBe(404);
  });

  it('given the invited person changes their email, then the admin sees the one that was typed', async () => {
    const { ana, bo } = await invited();
    await bo.call('PUT', `/api/users/${bo.id}`, { email: `hidden.${bo.email}` });
    expect((await familiesOf(ana))[0]?.invited).toMatchObject([{ email: bo.email }]);
  });

  it('given it is declined, then it is gone and nothing was shared', async () => {
    const { ana, bo, invitation } = await invited();
    expect((await answer(bo, invitation.id, 'decline')).statusCode).toBe(204);
    expect(await invitationsOf(bo)).toEqual([]);
    expect((await familiesOf(ana))[0]?.invited).toBeUndefined();
    expect(parseError(await answer(bo, invitation.id, 'accept'))[0]).toBe(404);
  });

  it('given it is taken back, then it cannot be accepted any more, and the code stays', async () => {
    const { ana, bo, family, invitation } = await invited();
    const tab = await bo.connect();
    expect((await removeMember(ana, family.id, bo.id)).statusCode).toBe(204);
    expect(await tab.waitForEvent('invitations:changed')).toEqual({});
    expect(parseError(await answer(bo, invitation.id, 'accept'))).toEqual([
      404,
      'This invitation was not found',
    ]);
    expect((await familiesOf(ana))[0]?.inviteCode).toBe(family.inviteCode);
  });

  it("given another person's invitation or none, then both answers are the same", async () => {
    const { ana, invitation } = await invited();
    const others = await answer(ana, invitation.id, 'accept');
    expect(parseError(others)[0]).toBe(404);
    expect((await answer(ana, 'none', 'accept')).body).toBe(others.body);
  });

  it('given an inviting admin who was removed or is no longer admin, then the invitation is gone', async () => {
    const { ana, bo, family, invitation } = await invited();
    const cleo = await createPerson();
    await joinFamily(cleo, family.inviteCode);
    await setAdmin(ana, family.id, cleo.id, true);
    await removeMember(cleo, family.id, ana.id);
    expect(parseError(await answer(bo, invitation.id, 'accept'))[0]).toBe(404);
    const dora = await createPerson();
    await invite(cleo, family.id, { email: bo.email });
    await joinFamily(dora, (await familiesOf(cleo))[0]?.inviteCode ?? '');
    await setAdmin(cleo, family.id, dora.id, true);
    await setAdmin(dora, family.id, cleo.id, false);
    expect(await invitationsOf(bo)).toEqual([]);
  });

  it.each<[string, (scene: Awaited<ReturnType<typeof invitedByTwo>>) => Promise<unknown>]>([
    ['accepted', ({ bo, invitation }) => answer(bo, invitation.id, 'accept')],
    ['used up by the code', ({ bo, code }) => joinFamily(bo, code)],
    ['withdrawn with its sender, who leaves', ({ ana, family }) => leaveFamily(ana, family.id)],
    [
      'withdrawn with its sender, who is removed',
      ({ ana, cleo, family }) => removeMember(cleo, family.id, ana.id),
    ],
    [
      'withdrawn with the role of its sender',
      ({ ana, cleo, family }) => setAdmin(cleo, family.id, ana.id, false),
    ],
    [
      'withdrawn with the account of its sender',
      ({ ana }) => ana.call('DELETE', `/api/users/${ana.id}`, { password: PASSWORD }),
    ],
  ])('given it is %s, then the pages of the invited person learn of it', async (_what, end) => {
    const scene = await invitedByTwo();
    const tab = await scene.bo.connect();
    await end(scene);
    expect(await tab.waitForEvent('invitations:changed')).toEqual({});
    expect(await invitationsOf(scene.bo)).toEqual([]);
  });

  it('given an invited person who deletes their account, then the pages of the family learn of it', async () => {
    const { ana, bo, family } = await invited();
    const tab = await ana.connect();
    await bo.call('DELETE', `/api/users/${bo.id}`, { password: PASSWORD });
    expect(await tab.waitForEvent('family:changed')).toEqual({ familyId: family.id });
    expect((await familiesOf(ana))[0]?.invited).toBeUndefined();
  });

  it('given an invited person who joins by code, then they get the role of the invitation', async () => {
    const { bo, family } = await invited(true);
    await joinFamily(bo, family.inviteCode);
    expect((await familiesOf(bo))[0]?.members.at(1)).toMatchObject({ id: bo.id, isAdmin: true });
    expect(await invitationsOf(bo)).toEqual([]);
  });

  it.each([
    ['an email no one has', { email: 'nobody@example.com' }, 404, 'No account has this email'],
    ['no email', {}, 400, 'Email address is required'],
    ['no email address', { email: 'nobody' }, 400, 'Email address is not valid'],
    [
      'a word for isAdmin',
      { email: 'a@b.si', isAdmin: 'yes' },
      400,
      'A member either is an admin (true) or is not (false)',
    ],
  ])(
    'given %s, when an admin invites, then the error says what is wrong',
    async (_what, body, status, sentence) => {
      const ana = await createPerson();
      expect(parseError(await invite(ana, (await createFamily(ana)).id, body))).toEqual([status, sentence]);
    },
  );

  it('given a member, then 409; given 20 unknown emails, then 429', async () => {
    const limited = await startTestServer();
    const { ana, bo, id } = await limited.createFamilyOfTwo();
    expect(parseError(await invite(ana, id, { email: bo.email }))).toEqual([
      409,
      'This person is in the family already',
    ]);
    for (let index = 0; index < 20; index += 1) await invite(ana, id, { email: `x${index}@example.com` });
    expect(parseError(await invite(ana, id, { email: 'x@example.com' }))[0]).toBe(429);
  });
});

describe('removing a member', () => {
  it('given open tabs, then nothing of the family reaches them, and the code they knew is invalid', async () => {
    const { ana, bo, id, inviteCode, anasTab, bosTab } = await connectFamilyOfTwo();
    expect((await removeMember(ana, id, bo.id)).statusCode).toBe(204);
    await anasTab.send('location:update', HOME);
    await anasTab.send('sos:trigger', HOME);
    await flushSockets(anasTab, bosTab);
    expect(bosTab.received).toEqual([['family:changed', { familyId: id }]]);
    await bosTab.send('location:update', HOME);
    await flushSockets(anasTab);
    expect(names(anasTab, ana)).toEqual(['family:changed']);
    expect(parseError(await bo.call('POST', '/api/families/join-by-code', { inviteCode }))[0]).toBe(404);
    expect(await familiesOf(bo)).toEqual([]);
    expect(parseError(await bo.call('GET', `/api/users/${ana.id}`))[0]).toBe(404);
    expect((await familiesOf(ana))[0]?.inviteCode).not.toBe(inviteCode);
  });

  it('given undelivered alerts for a removed member, when they reconnect, then they get none', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    const tab = await ana.connect();
    expect(await tab.send('sos:trigger', HOME)).toMatchObject({ ok: true });
    await removeMember(ana, id, bo.id);
    const bosTab = await bo.connect();
    await flushSockets(bosTab, tab);
    expect(bosTab.received).toEqual([]);
  });

  it('given a member who is no admin, then they may take out themselves only', async () => {
    const [ana, bo, cleo] = [await createPerson(), await createPerson(), await createPerson()];
    const { id, inviteCode } = await createFamily(ana, bo, cleo);
    expect(parseError(await removeMember(bo, id, cleo.id))).toEqual([
      403,
      'Only an admin of the family may do this',
    ]);
    expect((await removeMember(bo, id, bo.id)).statusCode).toBe(204);
    expect((await familiesOf(ana))[0]?.inviteCode).not.toBe(inviteCode);
    expect(parseError(await removeMember(ana, id, bo.id))).toEqual([404, 'This person is not in the family']);
  });

  it('given the only admin takes out themselves, then the longest-standing member is admin', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    expect((await removeMember(ana, id, ana.id)).statusCode).toBe(204);
    expect((await familiesOf(bo))[0]?.members).toMatchObject([{ id: bo.id, isAdmin: true }]);
  });
});

describe('deciding about a family', () => {
  it('given a new name, then every member gets an event', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    const tab = await bo.connect();
    expect((await ana.call('PUT', `/api/families/${id}`, { name: ' Nest ' })).json()).toEqual({
      name: 'Nest',
    });
    expect(await tab.waitForEvent('family:changed')).toEqual({ familyId: id });
    expect((await familiesOf(bo))[0]?.name).toBe('Nest');
    expect((await ana.call('PUT', `/api/families/${id}`, {})).json()).toEqual({});
  });

  it('given a new code, then it lets people in and the old one does not', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    const { id, inviteCode: old } = await createFamily(ana);
    const { inviteCode } = parseAnswer(
      NewInviteCode,
      await ana.call('POST', `/api/families/${id}/invite-code`),
    );
    expect(inviteCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/u);
    expect(parseError(await bo.call('POST', '/api/families/join-by-code', { inviteCode: old }))[0]).toBe(404);
    await joinFamily(bo, inviteCode);
    expect(await familiesOf(bo)).toHaveLength(1);
  });

  it('given a second admin, then both decide, and the last one cannot step down', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    expect(parseError(await setAdmin(bo, id, bo.id, true))[0]).toBe(403);
    expect(parseAnswer(AddedMember, await setAdmin(ana, id, bo.id, true)).member).toMatchObject({
      id: bo.id,
      name: 'Bo',
      isAdmin: true,
      status: 'member',
    });
    expect((await setAdmin(bo, id, ana.id, false)).statusCode).toBe(200);
    expect(parseError(await setAdmin(bo, id, bo.id, false))).toEqual([
      409,
      'A family needs an admin; make someone else one first',
    ]);
    expect(parseError(await setAdmin(bo, id, 'nobody', true))[0]).toBe(404);
  });
});
