import * as z from 'zod/mini';
import { Family } from '#contract/families';
import { Block, Invitation } from '#contract/invitations';
import { createFamily, joinFamily, parseAnswer, parseError, type Person } from './support/people';
import { useServer } from './support/useServer';

const { createPerson } = useServer();

const REFUSED = [
  409,
  'This person takes no more invitations from you or this family; they can join with the invitation code',
];
const invite = (by: Person, familyId: string, guest: Person) =>
  by.call('POST', `/api/families/${familyId}/members`, { email: guest.email });
const invitationsOf = async (person: Person) =>
  parseAnswer(z.array(Invitation), await person.call('GET', '/api/invitations'));
const blocksOf = async (person: Person) =>
  parseAnswer(z.array(Block), await person.call('GET', '/api/blocks'));
const block = (person: Person, target: object) => person.call('POST', '/api/blocks', target);
async function decline(person: Person): Promise<void> {
  const [invitation] = await invitationsOf(person);
  await person.call('POST', `/api/invitations/${invitation?.id ?? ''}/decline`);
}

/** An admin with a family, and a guest whom they have invited. */
async function invited() {
  const [ana, guest] = [await createPerson('Ana'), await createPerson('Guest')];
  const family = await createFamily(ana);
  await invite(ana, family.id, guest);
  return { ana, guest, family };
}

describe('invitations that no one wants', () => {
  it('given three that wait from one person to another, then the fourth is refused, and others may invite', async () => {
    const { ana, guest, family } = await invited();
    for (let count = 0; count < 2; count += 1) await invite(ana, (await createFamily(ana)).id, guest);
    const fourth = await createFamily(ana);
    expect(parseError(await invite(ana, fourth.id, guest))).toEqual([
      409,
      '3 of your invitations wait for this person already',
    ]);
    expect((await invite(ana, family.id, guest)).statusCode).toBe(201);
    const bo = await createPerson('Bo');
    expect((await invite(bo, (await createFamily(bo)).id, guest)).statusCode).toBe(201);
    expect((await invite(ana, fourth.id, bo)).statusCode).toBe(201);
  });

  it('given two are declined, then neither that family nor that person can invite again', async () => {
    const { ana, guest, family } = await invited();
    await decline(guest);
    expect(await blocksOf(guest)).toEqual([]);
    expect((await invite(ana, family.id, guest)).statusCode).toBe(201);
    await decline(guest);
    expect(await blocksOf(guest)).toMatchObject([
      { familyId: family.id, userId: null, name: 'Home' },
      { familyId: null, userId: ana.id, name: 'Ana' },
    ]);
    expect(parseError(await invite(ana, family.id, guest))).toEqual(REFUSED);
    expect(parseError(await invite(ana, (await createFamily(ana)).id, guest))).toEqual(REFUSED);
    expect(await invitationsOf(guest)).toEqual([]);
  });

  it('given a family that is deleted after each decline, then the person is still blocked after two', async () => {
    const { ana, guest, family } = await invited();
    await decline(guest);
    await ana.call('POST', `/api/families/${family.id}/leave`);
    const next = await createFamily(ana);
    await invite(ana, next.id, guest);
    await decline(guest);
    expect(parseError(await invite(ana, next.id, guest))).toEqual(REFUSED);
  });

  it('given a blocked family, when the guest comes by the code, then they are in and the block is gone', async () => {
    const { guest, family } = await invited();
    await block(guest, { familyId: family.id });
    await joinFamily(guest, family.inviteCode);
    expect(await blocksOf(guest)).toEqual([]);
  });
});

describe('a block', () => {
  it('given a waiting invitation, when its family is blocked, then it is gone on both sides at once', async () => {
    const { ana, guest, family } = await invited();
    const tab = await ana.connect();
    const made = parseAnswer(Block, await block(guest, { familyId: family.id }), 201);
    expect(made).toMatchObject({ familyId: family.id, userId: null, name: 'Home' });
    expect(await invitationsOf(guest)).toEqual([]);
    expect(await tab.waitForEvent('family:changed')).toEqual({ familyId: family.id });
    const [seen] = parseAnswer(z.array(Family), await ana.call('GET', '/api/families'));
    expect(seen?.invited).toBeUndefined();
    expect(parseError(await invite(ana, family.id, guest))).toEqual(REFUSED);
    expect((await invite(ana, (await createFamily(ana)).id, guest)).statusCode).toBe(201);
    expect(parseAnswer(Block, await block(guest, { familyId: family.id }), 201)).toEqual(made);
  });

  it('given the inviting person is blocked, then none of their families reaches the guest', async () => {
    const { ana, guest, family } = await invited();
    const [invitation] = await invitationsOf(guest);
    expect(invitation?.invitedById).toBe(ana.id);
    await block(guest, { userId: ana.id });
    expect(await invitationsOf(guest)).toEqual([]);
    for (const id of [family.id, (await createFamily(ana)).id])
      expect(parseError(await invite(ana, id, guest))).toEqual(REFUSED);
  });

  it('given it is deleted, then invitations come again, and the count of declines starts again', async () => {
    const { ana, guest, family } = await invited();
    await decline(guest);
    await invite(ana, family.id, guest);
    await decline(guest);
    for (const { id } of await blocksOf(guest))
      expect((await guest.call('DELETE', `/api/blocks/${id}`)).statusCode).toBe(204);
    expect((await invite(ana, family.id, guest)).statusCode).toBe(201);
    await decline(guest);
    expect((await invite(ana, family.id, guest)).statusCode).toBe(201);
  });

  it('given a family and a person of whom one knows nothing, then 404 as for missing ones', async () => {
    const { ana, guest, family } = await invited();
    const stranger = await createPerson();
    for (const [target, sentence] of [
      [{ familyId: family.id }, 'This family was not found'],
      [{ familyId: 'none' }, 'This family was not found'],
      [{ userId: ana.id }, 'This person was not found'],
      [{ userId: stranger.id }, 'This person was not found'],
    ] as const)
      expect(parseError(await block(stranger, target))).toEqual([404, sentence]);
    const made = parseAnswer(Block, await block(guest, { familyId: family.id }), 201);
    expect(parseError(await stranger.call('DELETE', `/api/blocks/${made.id}`))).toEqual([
      404,
      'This block was not found',
    ]);
    expect(await blocksOf(guest)).toHaveLength(1);
  });

  it.each([{}, { familyId: 'a', userId: 'b' }])('given %j, then 400', async (target) => {
    expect(parseError(await block(await createPerson(), target))).toEqual([
      400,
      'Either a family or a person to block is expected',
    ]);
  });
});
