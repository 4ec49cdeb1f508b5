import * as z from 'zod/mini';
import { Family } from '#contract/families';
import { Invitation } from '#contract/invitations';
import { FAMILIES_PER_USER, MEMBERS_PER_FAMILY } from '#contract/limits';
import {
  PASSWORD,
  createFamily,
  joinFamily,
  leaveFamily as leave,
  parseAnswer,
  parseError,
  type Person,
} from './support/people';
import { useServer } from './support/useServer';

const { server, createPerson } = useServer();

const familiesOf = async (someone: Person) =>
  parseAnswer(z.array(Family), await someone.call('GET', '/api/families'));
const join = (someone: Person, inviteCode: string) =>
  someone.call('POST', '/api/families/join-by-code', { inviteCode });

describe('creating a family', () => {
  it('given a name, when a person creates a family, then they are its admin and get a code', async () => {
    const ana = await createPerson('Ana');
    const family = await createFamily(ana);
    expect(family).toMatchObject({
      name: 'Home',
      members: [{ id: ana.id, name: 'Ana', isAdmin: true, profileImage: null }],
    });
    expect(family.inviteCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/u);
    expect(await familiesOf(ana)).toEqual([family]);
  });

  it('given two families, when they are listed, then they are in the order of joining', async () => {
    const ana = await createPerson();
    const first = await createFamily(ana);
    const second = await createFamily(ana);
    expect((await familiesOf(ana)).map(({ id }) => id)).toEqual([first.id, second.id]);
  });
});

describe('joining', () => {
  it('given a code with spaces, hyphens and look-alikes, when a person joins, then they are a member', async () => {
    const [ana, bo] = [await createPerson('Ana'), await createPerson('Bo')];
    const { id, inviteCode } = await createFamily(ana);
    const typed = ` ${inviteCode.slice(0, 4).toLowerCase()}-${inviteCode.slice(4)} `
      .replaceAll('0', 'o')
      .replaceAll('1', 'l');
    const family = parseAnswer(Family, await join(bo, typed));
    expect(family.id).toBe(id);
    expect(family.members.map(({ name, isAdmin }) => [name, isAdmin])).toEqual([
      ['Ana', true],
      ['Bo', false],
    ]);
  });

  it('given a third member, then the server says to each who was there before them, and no dates', async () => {
    const [ana, bo, cy] = [await createPerson('Ana'), await createPerson('Bo'), await createPerson('Cy')];
    const { inviteCode } = await createFamily(ana);
    for (const person of [bo, cy]) await join(person, inviteCode);
    const earlierThan = async (person: Person) =>
      (await familiesOf(person))[0]?.members.flatMap(({ name, joinedEarlier }) =>
        joinedEarlier ? name : [],
      );
    expect(await Promise.all([ana, bo, cy].map(earlierThan))).toEqual([[], ['Ana'], ['Ana', 'Bo']]);
  });

  it('given a member, when they join again, then nothing changes, not even for an admin', async () => {
    const ana = await createPerson();
    const family = await createFamily(ana);
    await joinFamily(ana, family.inviteCode);
    expect(await familiesOf(ana)).toEqual([family]);
  });

  it('given an unknown code, when a person joins, then 404', async () => {
    const answer = await join(await createPerson(), "' OR 1=1--");
    expect(parseError(answer)).toEqual([404, 'No family has this invitation code']);
  });
});

describe('the limit of families per person', () => {
  const REFUSED = [409, 'A person can be in at most 20 families'];

  async function inTwentyFamilies(): Promise<Person> {
    const ana = await createPerson();
    for (let count = 0; count < FAMILIES_PER_USER; count += 1) await createFamily(ana);
    return ana;
  }

  it('given 20 families, when a person creates another, then 409 and no family is stored', async () => {
    const ana = await inTwentyFamilies();
    const name = `Family ${ana.id}`;
    expect(parseError(await ana.call('POST', '/api/families', { name }))).toEqual(REFUSED);
    expect(await familiesOf(ana)).toHaveLength(FAMILIES_PER_USER);
    const stored = server.database.selectFrom('families').select('id').where('name', '=', name);
    expect(await stored.execute()).toEqual([]);
  });

  it('given 20 families, when a person joins by code, then 409, but 200 for a family they are in', async () => {
    const [ana, bo] = [await inTwentyFamilies(), await createPerson()];
    const { inviteCode } = await createFamily(bo);
    expect(parseError(await join(ana, inviteCode))).toEqual(REFUSED);
    expect((await familiesOf(bo))[0]?.members).toHaveLength(1);
    const [first] = await familiesOf(ana);
    expect((await join(ana, first?.inviteCode ?? '')).statusCode).toBe(200);
  });

  it('given 20 families, when a person accepts an invitation, then 409, and it works after leaving one', async () => {
    const [ana, bo] = [await inTwentyFamilies(), await createPerson()];
    const { id } = await createFamily(bo);
    await bo.call('POST', `/api/families/${id}/members`, { email: ana.email });
    const invitations = parseAnswer(z.array(Invitation), await ana.call('GET', '/api/invitations'));
    const accept = () => ana.call('POST', `/api/invitations/${invitations[0]?.id ?? ''}/accept`);
    expect(parseError(await accept())).toEqual(REFUSED);
    const [first] = await familiesOf(ana);
    await leave(ana, first?.id ?? '');
    expect((await accept()).statusCode).toBe(200);
  });

  it('given 19 families, when a person creates five at once, then one is created', async () => {
    const ana = await inTwentyFamilies();
    const [first] = await familiesOf(ana);
    await leave(ana, first?.id ?? '');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ana.call('POST', '/api/families', { name: 'Home' })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(4);
    expect(await familiesOf(ana)).toHaveLength(FAMILIES_PER_USER);
  });
});

describe('the limit of members per family', () => {
  const REFUSED = [409, 'A family can have at most 100 members'];

  it('given 99 members, when three join at once, then one is a member, and another only when one leaves', async () => {
    const ana = await createPerson();
    const { id, inviteCode } = await createFamily(ana);
    await addMembers(id, MEMBERS_PER_FAMILY - 2);
    const three = [await createPerson(), await createPerson(), await createPerson()];
    const answers = await Promise.all(three.map((person) => join(person, inviteCode)));
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused.map(parseError)).toEqual([REFUSED, REFUSED]);
    expect((await familiesOf(ana))[0]?.members).toHaveLength(MEMBERS_PER_FAMILY);

    const bo = await createPerson();
    await ana.call('POST', `/api/families/${id}/members`, { email: bo.email });
    const [invitation] = parseAnswer(z.array(Invitation), await bo.call('GET', '/api/invitations'));
    const accept = () => bo.call('POST', `/api/invitations/${invitation?.id ?? ''}/accept`);
    expect(parseError(await accept())).toEqual(REFUSED);
    const joined = three[answers.findIndex(({ statusCode }) => statusCode === 200)];
    await ana.call('DELETE', `/api/families/${id}/members/${joined?.id ?? ''}`);
    expect((await accept()).statusCode).toBe(200);
  });

  /** Adds copies of one person, because registering each takes time. */
  async function addMembers(familyId: string, count: number): Promise<void> {
    const { id } = await createPerson();
    const { database } = server;
    const user = await database
      .selectFrom('users')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const users = Array.from({ length: count }, (_, number) => ({
      ...user,
      id: `${familyId}-${number}`,
      email: `${familyId}-${number}@example.com`,
    }));
    await database.insertInto('users').values(users).execute();
    const members = users.map((one) => ({
      family_id: familyId,
      user_id: one.id,
      is_admin: 0 as const,
      joined_at: 1,
    }));
    await database.insertInto('family_members').values(members).execute();
  }
});

describe('leaving', () => {
  it('given the only admin leaves, then the member who joined first is admin', async () => {
    const [ana, bo, cy] = [await createPerson(), await createPerson(), await createPerson()];
    const { id } = await createFamily(ana, bo, cy);
    expect((await leave(ana, id)).statusCode).toBe(204);
    expect(await familiesOf(ana)).toEqual([]);
    expect((await familiesOf(cy))[0]?.members.map((member) => [member.id, member.isAdmin])).toEqual([
      [bo.id, true],
      [cy.id, false],
    ]);
  });

  it('given the last member leaves, then the family and its code are gone', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    const { id, inviteCode } = await createFamily(ana);
    await leave(ana, id);
    expect(parseError(await join(bo, inviteCode))[0]).toBe(404);
    expect(await server.database.selectFrom('families').selectAll().where('id', '=', id).execute()).toEqual(
      [],
    );
  });

  it.each([
    ['leaves', (bo: Person, familyId: string) => leave(bo, familyId)],
    ['deletes the account', (bo: Person) => bo.call('DELETE', `/api/users/${bo.id}`, { password: PASSWORD })],
  ])('given a member who %s, then the code they knew is no longer valid', async (_what, end) => {
    const [ana, bo, cy] = [await createPerson(), await createPerson(), await createPerson()];
    const { id, inviteCode } = await createFamily(ana, bo);
    expect((await end(bo, id)).statusCode).toBe(204);
    expect(parseError(await join(cy, inviteCode))[0]).toBe(404);
    await joinFamily(cy, (await familiesOf(ana))[0]?.inviteCode ?? '');
  });

  it('given a family of others and a missing one, when a stranger leaves, then the answers are the same', async () => {
    const [ana, stranger] = [await createPerson(), await createPerson()];
    const { id } = await createFamily(ana);
    const others = await leave(stranger, id);
    expect(parseError(others)).toEqual([404, 'This family was not found']);
    expect((await leave(stranger, 'no-such-id')).body).toBe(others.body);
  });

  /** A busy machine refuses some for the moment with 503; who wants to leave asks again. */
  const leaveWhenPossible = async (member: Person, id: string): Promise<number> => {
    const { statusCode } = await leave(member, id);
    return statusCode === 503 ? leaveWhenPossible(member, id) : statusCode;
  };

  it('given 50 members of whom 40 leave at once while others join, then there is an admin', async () => {
    const everyone = await Promise.all(Array.from({ length: 50 }, () => createPerson()));
    const [founder, ...others] = everyone;
    if (!founder) throw new Error('No person was created');
    const { id } = await createFamily(founder, ...others.slice(0, 44));
    const leaving = everyone.slice(0, 40).map((member) => leaveWhenPossible(member, id));
    // Each member who leaves renews the code, so those who join ask a remaining member for it until it works.
    const joinWithCurrentCode = async (late: Person): Promise<void> => {
      const [family] = await familiesOf(everyone[44] ?? founder);
      const answer = await join(late, family?.inviteCode ?? '');
      if ([404, 503].includes(answer.statusCode)) await joinWithCurrentCode(late);
    };
    await Promise.all([...leaving, ...others.slice(44).map(joinWithCurrentCode)]);
    const members = (await familiesOf(everyone[49] ?? founder))[0]?.members ?? [];
    expect(members).toHaveLength(10);
    expect(members.filter(({ isAdmin }) => isAdmin)).toHaveLength(1);
  });

  it('given 50 members who all leave at once, some of them twice, then no family is left', async () => {
    const [founder, ...others] = await Promise.all(Array.from({ length: 50 }, () => createPerson()));
    if (!founder) throw new Error('No person was created');
    const { id } = await createFamily(founder, ...others);
    const answers = await Promise.all(
      [founder, ...others, ...others.slice(0, 10)].map((member) => leaveWhenPossible(member, id)),
    );
    expect(answers.filter((statusCode) => statusCode === 204)).toHaveLength(50);
    expect(await server.database.selectFrom('families').select('id').where('id', '=', id).execute()).toEqual(
      [],
    );
  });
});
