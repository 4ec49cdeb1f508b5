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
      { kind: 'place', userId: ana.id, change: 'renamed', geofenceName: 'Old school', earlierName: 'School' },
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

  it('given the last admin leaves, then the other members see who follows', async () => {
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

  it('given a deleted account, then the family sees that someone left, and no name', async () => {
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

  it('given a setting is changed, then all see who changed it; given the same value again, then nothing', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    for (const showsEarlierMessages of [false, true, true])
      await ana.call('PUT', `/api/families/${id}`, { showsEarlierMessages, name: 'The Does' });
    await ana.call('PUT', `/api/families/${id}`, { keepsGeofences: false });
    expect(await activityOf(bo, id)).toMatchObject([
      { kind: 'setting', userId: ana.id, setting: 'keepsGeofences', enabled: false },
      { kind: 'setting', userId: ana.id, setting: 'showsEarlierMessages', enabled: true },
      { kind: 'joined' },
    ]);
  });

  it('given hundreds of changed places, then the newest 100 stay beside all other entries', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    for (let index = 0; index < 101; index += 1) {
      const { id: geofenceId } = await createGeofence(ana, id);
      await ana.call('DELETE', `/api/geofences/${geofenceId}`);
    }
    const entries = await activityOf(bo, id);
    expect(entries.filter(({ kind }) => kind === 'place')).toHaveLength(100);
    expect(entries.at(-1)).toMatchObject({ kind: 'joined', userId: bo.id });
  });

  it('given an admin who switches a setting 210 times, then who became an admin is still seen', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    await ana.call('PUT', `/api/families/${id}/members/${bo.id}`, { isAdmin: true });
    for (let count = 0; count < 210; count += 1)
      await ana.call('PUT', `/api/families/${id}`, { keepsGeofences: count % 2 === 1 });
    const entries = await activityOf(bo, id);
    expect(entries.filter(({ kind }) => kind === 'setting')).toHaveLength(100);
    expect(entries).toContainEqual(expect.objectContaining({ kind: 'admin', userId: bo.id }));
    expect(entries).toContainEqual(expect.objectContaining({ kind: 'joined', userId: bo.id }));
  });

  it('given moves of one place by one member within an hour, then they are one entry; later ones another', async () => {
    const { ana, bo, id } = await createFamilyOfTwo();
    const school = await createGeofence(ana, id);
    const gym = await createGeofence(ana, id, { name: 'Gym' });
    let latitude = 1;
    async function move(by: Person, { id: geofenceId }: Geofence, minutesLater = 0): Promise<void> {
      server.clock.move(minutesLater * 60_000);
      await by.call('PUT', `/api/geofences/${geofenceId}`, { latitude: (latitude += 1) });
    }
    for (const [by, place] of [
      [ana, school],
      [bo, school],
      [ana, gym],
      [ana, school],
    ] as const)
      await move(by, place, 10);
    const movesSeen = async () =>
      (await activityOf(bo, id)).flatMap(({ change, userName, geofenceName }) =>
        change === 'moved' ? [`${userName} moved ${geofenceName}`] : [],
      );
    const merged = ['Ana moved School', 'Ana moved Gym', 'Bo moved School'];
    expect(await movesSeen()).toEqual(merged);
    await move(ana, school, 31);
    expect(await movesSeen()).toEqual(['Ana moved School', ...merged]);
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
