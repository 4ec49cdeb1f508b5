import * as z from 'zod/mini';
import { FamilyActivity } from '#contract/families';
import { Geofence } from '#contract/geofences';
import {
  createFamily,
  inviteCodeOf,
  joinFamily,
  leaveFamily,
  parseAnswer,
  parseError,
  PASSWORD,
  type Person,
} from './support/people';
import { useServer } from './support/useServer';
import { createGeofence } from './support/walks';

const { server, createPerson, createFamilyOfTwo } = useServer();

const activityOf = async (person: Person, familyId: string) =>
  parseAnswer(FamilyActivity, await person.call('GET', `/api/families/${familyId}/activity`)).entries;
const geofencesOf = async (person: Person) =>
  parseAnswer(z.array(Geofence), await person.call('GET', '/api/geofences'));
const setAdmin = (by: Person, familyId: string, of: Person, isAdmin: boolean) =>
  by.call('PUT', `/api/families/${familyId}/members/${of.id}`, { isAdmin });

describe('the activity of a family', () => {
  it('given everything that members should know of, then each of them sees it, newest first', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    const cleo = await createPerson('Cleo');
    await joinFamily(cleo, await inviteCodeOf(ana));
    await setAdmin(ana, id, bo, true);
    await bo.call('POST', `/api/families/${id}/invite-code`);
    const school = await createGeofence(bo, id);
    await ana.call('PUT', `/api/geofences/${school.id}`, { latitude: 1 });
    await ana.call('PUT', `/api/geofences/${school.id}`, { name: 'Old school' });
    await ana.call('DELETE', `/api/geofences/${school.id}`);
    await bo.call('DELETE', `/api/families/${id}/members/${cleo.id}`);
    await leaveFamily(ana, id);
    const [left, removed, ...earlier] = await activityOf(bo, id);
    expect(left).toMatchObject({ kind: 'left', userId: ana.id, userName: 'Ana', byId: null });
    expect(removed).toMatchObject({ kind: 'removed', userName: 'Cleo', byId: bo.id, byName: 'Bo' });
    expect(earlier).toMatchObject([
      { kind: 'place', userId: ana.id, change: 'deleted', geofenceName: 'Old school' },
      { kind: 'place', userId: ana.id, change: 'moved', geofenceName: 'School' },
      { kind: 'place', userId: bo.id, change: 'created', geofenceName: 'School' },
      { kind: 'code', userId: bo.id },
      { kind: 'admin', userId: bo.id, isAdmin: true, byId: ana.id },
      { kind: 'joined', userName: 'Cleo' },
      { kind: 'joined', userId: bo.id },
    ]);
  });

  it('given a new member, a former one and a stranger, then the first sees what is later, the others 404', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    await ana.call('POST', `/api/families/${id}/invite-code`);
    server.clock.move(10);
    const cleo = await createPerson('Cleo');
    await joinFamily(cleo, await inviteCodeOf(ana));
    expect(await activityOf(cleo, id)).toMatchObject([{ kind: 'joined', userId: cleo.id }]);
    await leaveFamily(bo, id);
    for (const one of [bo, await createPerson()])
      expect(parseError(await one.call('GET', `/api/families/${id}/activity`))).toEqual([
        404,
        'This family was not found',
      ]);
  });

  it('given the last admin leaves, then everybody sees who follows', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    await leaveFamily(ana, id);
    expect(await activityOf(bo, id)).toMatchObject([
      { kind: 'admin', userId: bo.id, isAdmin: true, byId: null },
      { kind: 'left', userId: ana.id },
      { kind: 'joined', userId: bo.id },
    ]);
  });

  it('given a former member with a new name, then the family sees the one they had', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    await leaveFamily(bo, id);
    await bo.call('PUT', `/api/users/${bo.id}`, { name: 'Hidden' });
    expect((await activityOf(ana, id))[0]).toMatchObject({ kind: 'left', userName: 'Bo' });
  });

  it('given a deleted account, then the family sees that somebody left, and no name', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    await setAdmin(ana, id, bo, true);
    const cleo = await createPerson('Cleo');
    await joinFamily(cleo, await inviteCodeOf(ana));
    await bo.call('DELETE', `/api/families/${id}/members/${cleo.id}`);
    await bo.call('DELETE', `/api/users/${bo.id}`, { password: PASSWORD });
    const entries = await activityOf(ana, id);
    expect(entries[0]).toMatchObject({ kind: 'left', userId: null, userName: null });
    expect(entries[1]).toMatchObject({ kind: 'removed', userName: 'Cleo', byId: null, byName: null });
    expect(JSON.stringify(entries)).not.toContain(bo.id);
  });

  it('given hundreds of moves, then the newest 200 entries stay', async () => {
    const { ana, id } = await createFamilyOfTwo();
    const { id: geofenceId } = await createGeofence(ana, id);
    for (let index = 0; index < 205; index += 1)
      await ana.call('PUT', `/api/geofences/${geofenceId}`, { latitude: 1 + index / 1_000 });
    const entries = await activityOf(ana, id);
    expect([entries.length, entries.at(-1)?.change]).toEqual([200, 'moved']);
  });
});

describe('places', () => {
  it('given one is moved, then it shows who moved it; given a new name, then not', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    const school = await createGeofence(ana, id);
    await bo.call('PUT', `/api/geofences/${school.id}`, { name: 'Old school' });
    expect((await geofencesOf(ana))[0]).not.toHaveProperty('movedBy');
    const moved = await bo.call('PUT', `/api/geofences/${school.id}`, { ...school, radius: 200 });
    expect(parseAnswer(Geofence, moved)).toMatchObject({ movedBy: bo.id, createdBy: ana.id });
    const [seen] = await geofencesOf(ana);
    expect(Date.parse(seen?.movedAt ?? '')).toBeGreaterThan(Date.parse(school.createdAt) - 1);
  });

  it('given a deleted account, then its places get an admin as their owner', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    await createGeofence(bo, id);
    await bo.call('DELETE', `/api/users/${bo.id}`, { password: PASSWORD });
    expect(await geofencesOf(ana)).toMatchObject([{ name: 'School', createdBy: ana.id }]);
  });

  it('given the family does not keep them, then they go with the account, also of a former member', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    const cleo = await createPerson('Cleo');
    await joinFamily(cleo, await inviteCodeOf(ana));
    const change = { keepsGeofences: false };
    expect((await ana.call('PUT', `/api/families/${id}`, change)).json()).toEqual(change);
    for (const one of [ana, bo, cleo]) await createGeofence(one, id, { name: one === ana ? 'Kept' : 'Gone' });
    const other = await createFamily(bo, ana);
    await createGeofence(bo, other.id, { name: 'Elsewhere' });
    await leaveFamily(cleo, id);
    const tab = await ana.connect();
    for (const one of [bo, cleo]) await one.call('DELETE', `/api/users/${one.id}`, { password: PASSWORD });
    expect(await tab.waitForEvent('geofences:changed')).toMatchObject({});
    expect((await geofencesOf(ana)).map(({ name }) => name).toSorted()).toEqual(['Elsewhere', 'Kept']);
  });
});
