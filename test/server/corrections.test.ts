import * as z from 'zod/mini';
import { Correction } from '#contract/corrections';
import { Family } from '#contract/families';
import { Geofence } from '#contract/geofences';
import { LocationsStored } from '#contract/locations';
import { DaySummary, Timeline } from '#contract/timeline';
import { correctionRepository } from '#server/features/locations/corrections/repository';
import { parseAnswer, type Person } from './support/people';
import { useServer } from './support/useServer';

const { server, createPerson, createFamilyOfTwo } = useServer();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const midnight = (daysAgo: number): number => Math.floor(server.clock.now() / DAY) * DAY - daysAgo * DAY;
const dateOf = (moment: number): string => iso(moment).slice(0, 10);
const iso = (moment: number): string => new Date(moment).toISOString();

/** Fixes of each minute: 8 to 10 at home, 10:30 to 12 at 3 km, 12:30 to 14 at 6 km; at 5 m/s between them. */
const outing = (start: number) =>
  Array.from({ length: 6 * 60 + 1 }, (_, minute) => {
    const legs =
      Math.min(1, Math.max(0, (minute - 120) / 30)) + Math.min(1, Math.max(0, (minute - 240) / 30));
    return { timestamp: iso(start + 8 * HOUR + minute * MINUTE), latitude: 46 + legs * 0.027, longitude: 14 };
  });

/** A family whose members see all of each other's days, one of which has three stays. */
async function dayOfThreeStays() {
  const { ana, bo } = await createFamilyOfTwo();
  await server.database.updateTable('family_members').set({ joined_at: 0 }).execute();
  const start = midnight(2);
  parseAnswer(LocationsStored, await ana.call('POST', '/api/locations', outing(start)));
  return { ana, bo, start };
}

const timeline = async (viewer: Person, of: Person, start: number) =>
  parseAnswer(Timeline, await viewer.call('GET', `/api/locations/timeline/${of.id}?date=${dateOf(start)}`));
const days = async (viewer: Person, of: Person, start: number, place = '') =>
  parseAnswer(
    z.array(DaySummary),
    await viewer.call(
      'GET',
      `/api/locations/days/${of.id}?from=${dateOf(start)}&to=${dateOf(start)}${place && `&place=${place}`}`,
    ),
  );
const list = async (viewer: Person, of: Person, start: number) =>
  parseAnswer(
    z.array(Correction),
    await viewer.call('GET', `/api/locations/corrections/${of.id}?date=${dateOf(start)}`),
  );
const put = (who: Person, id: string, body: object) =>
  who.call('PUT', `/api/locations/corrections/${id}`, body);
const kindsOf = ({ entries }: Timeline) => entries.map(({ kind }) => kind);
const stored = (who: Person) =>
  server.database.selectFrom('stay_corrections').selectAll().where('user_id', '=', who.id).execute();

/** From when to when the stay of this index was. */
async function stayOf(who: Person, start: number, index: number) {
  const stay = (await timeline(who, who, start)).entries.filter(({ kind }) => kind === 'stay')[index];
  return { start: stay?.start, end: stay?.end };
}

async function createPlace(who: Person, name: string, latitude: number) {
  const [family] = parseAnswer(z.array(Family), await who.call('GET', '/api/families'));
  const body = { name, latitude, longitude: 14, radius: 100, familyId: family?.id };
  return parseAnswer(Geofence, await who.call('POST', '/api/geofences', body), 201);
}

it('given a stay that was none, then it is part of a trip for everyone, in the totals as well', async () => {
  const { ana, bo, start } = await dayOfThreeStays();
  expect(kindsOf(await timeline(ana, ana, start))).toEqual(['stay', 'trip', 'stay', 'trip', 'stay']);
  expect(await days(ana, ana, start)).toMatchObject([{ stays: 3 }]);
  await put(ana, 'a', { kind: 'false', ...(await stayOf(ana, start, 1)) });
  for (const viewer of [ana, bo]) {
    expect(kindsOf(await timeline(viewer, ana, start))).toEqual(['stay', 'trip', 'stay']);
    expect(await days(viewer, ana, start)).toMatchObject([{ stays: 2 }]);
  }
});

it('given two stays that are one, then there is no trip between them, and no distance', async () => {
  const { ana, start } = await dayOfThreeStays();
  const before = await timeline(ana, ana, start);
  const [first, second] = [await stayOf(ana, start, 0), await stayOf(ana, start, 1)];
  await put(ana, 'a', { kind: 'merge', start: first.start, end: second.end });
  const after = await timeline(ana, ana, start);
  expect(after.entries).toMatchObject([
    { kind: 'stay', start: first.start, end: second.end },
    { kind: 'trip' },
    { kind: 'stay' },
  ]);
  expect(after.distance / before.distance).toBeCloseTo(0.5, 1);
});

it('given a stay that was none, when the ones around it are one, then that one is there', async () => {
  const { ana, start } = await dayOfThreeStays();
  const [first, second, third] = [0, 1, 2].map((index) => stayOf(ana, start, index));
  const [before, after] = [await first, await third];
  await put(ana, 'a', { kind: 'false', ...(await second) });
  await put(ana, 'b', { kind: 'merge', start: before?.start, end: after?.end });
  expect((await timeline(ana, ana, start)).entries).toMatchObject([
    { kind: 'stay', start: before?.start, end: after?.end },
  ]);
  await put(ana, 'c', { kind: 'false', start: before?.start, end: after?.end });
  expect(kindsOf(await timeline(ana, ana, start))).not.toContain('stay');
});

it('given a name, then only the person sees it; they can change and take it back', async () => {
  const { ana, bo, start } = await dayOfThreeStays();
  const stay = await stayOf(ana, start, 0);
  await put(ana, 'a', { kind: 'name', name: 'At the dentist', ...stay });
  const first = async (viewer: Person) => (await timeline(viewer, ana, start)).entries[0];
  expect(await first(ana)).toMatchObject({ name: 'At the dentist', place: null });
  expect(await first(bo)).not.toHaveProperty('name');
  expect(await list(ana, ana, start)).toEqual([
    { id: 'a', kind: 'name', ...stay, name: 'At the dentist', placeId: null },
  ]);
  expect(await list(bo, ana, start)).toMatchObject([{ name: null }]);
  expect((await timeline(bo, ana, start)).corrections).toBeUndefined();
  await put(ana, 'a', { kind: 'name', name: 'Work', ...stay });
  expect(await first(ana)).toMatchObject({ name: 'Work' });
  expect((await ana.call('DELETE', '/api/locations/corrections/a')).statusCode).toBe(204);
  expect(await first(ana)).not.toHaveProperty('name');
  expect((await timeline(ana, ana, start)).corrections).toBeUndefined();
});

it('given a viewer who joined within a corrected stay, then its start is not revealed', async () => {
  const { ana, bo, start } = await dayOfThreeStays();
  const [first] = (await timeline(ana, ana, start)).entries;
  if (first?.kind !== 'stay') throw new Error('no stay');
  await put(ana, 'a', { kind: 'name', name: 'A friend', start: first.start, end: first.end });
  const joined = (Date.parse(first.start) + Date.parse(first.end)) / 2;
  await server.database
    .updateTable('family_members')
    .set({ joined_at: joined })
    .where('user_id', '=', bo.id)
    .execute();
  expect(await list(bo, ana, start)).toMatchObject([
    { start: new Date(joined).toISOString(), end: first.end },
  ]);
  expect(await list(ana, ana, start)).toMatchObject([{ start: first.start }]);
});

it('given a stay that was at another place, then the family sees that place, and finds the visit', async () => {
  const { ana, bo, start } = await dayOfThreeStays();
  const near = await createPlace(ana, 'Shop', 46);
  const real = await createPlace(ana, 'School', 47);
  await put(ana, 'a', { kind: 'name', placeId: real.id, ...(await stayOf(ana, start, 0)) });
  for (const viewer of [ana, bo])
    expect((await timeline(viewer, ana, start)).entries[0]).toMatchObject({
      place: { id: real.id, name: 'School' },
    });
  for (const _time of ['computed', 'kept']) {
    expect((await days(bo, ana, start, real.id))[0]?.visits).toHaveLength(1);
    expect((await days(bo, ana, start, near.id))[0]?.visits).toHaveLength(0);
  }
  await ana.call('DELETE', `/api/geofences/${real.id}`);
  expect(await stored(ana)).toEqual([]);
  expect((await timeline(ana, ana, start)).entries[0]).toMatchObject({ place: { name: 'Shop' } });
});

it('given late positions of the day, then the corrections stay', async () => {
  const { ana, start } = await dayOfThreeStays();
  await put(ana, 'a', { kind: 'name', name: 'Market', ...(await stayOf(ana, start, 1)) });
  await put(ana, 'b', { kind: 'false', ...(await stayOf(ana, start, 2)) });
  const late = [7.5, 10.25, 14.5].map((hour) => ({
    timestamp: iso(start + hour * HOUR),
    latitude: hour < 8 ? 46 : hour < 12 ? 46.026 : 46.054,
    longitude: 14,
  }));
  await ana.call('POST', '/api/locations', late);
  expect((await timeline(ana, ana, start)).entries).toMatchObject([
    { kind: 'stay', start: iso(start + 7.5 * HOUR) },
    { kind: 'trip' },
    { kind: 'stay', name: 'Market' },
    { kind: 'trip' },
  ]);
});

it('given the name of an evening at one place, then the morning has it as well', async () => {
  const ana = await createPerson();
  const start = midnight(3);
  const night = Array.from({ length: 61 }, (_, index) => ({
    timestamp: iso(start + 22 * HOUR + index * 10 * MINUTE),
    latitude: 46,
    longitude: 14,
  }));
  await ana.call('POST', '/api/locations', night);
  await put(ana, 'a', { kind: 'name', name: 'Grandma', ...(await stayOf(ana, start, 0)) });
  expect((await timeline(ana, ana, start + DAY)).entries[0]).toMatchObject({ name: 'Grandma' });
});

it('given corrections, then they are in the files and in the export of all data', async () => {
  const { ana, bo, start } = await dayOfThreeStays();
  await put(ana, 'a', { kind: 'name', name: 'A & "B", C', ...(await stayOf(ana, start, 0)) });
  await put(ana, 'b', { kind: 'false', ...(await stayOf(ana, start, 1)) });
  const file = async (viewer: Person, format: string) =>
    (await viewer.call('GET', `/api/locations/export/${ana.id}?format=${format}`)).body;
  const csv = await file(ana, 'csv');
  expect(csv.match(/^stay,/gmu)).toHaveLength(2);
  expect(csv).toContain('"A & ""B"", C"');
  expect(await file(ana, 'gpx')).toContain('<name>A &amp; &quot;B&quot;, C</name>');
  expect(await file(ana, 'geojson')).toContain(String.raw`"name":"A & \"B\", C"`);
  expect(await file(bo, 'geojson')).not.toContain('"name"');
  const all = await ana.call('GET', `/api/users/${ana.id}/export`);
  expect(all.json()).toMatchObject({
    timelineCorrections: [{ kind: 'name', name: 'A & "B", C' }, { kind: 'false' }],
  });
});

it('given positions that have gone, then their corrections go; others stay', async () => {
  const { ana, start } = await dayOfThreeStays();
  await put(ana, 'a', { kind: 'false', ...(await stayOf(ana, start, 0)) });
  await put(ana, 'b', { kind: 'false', ...(await stayOf(ana, start, 1)) });
  await server.database
    .deleteFrom('locations')
    .where('user_id', '=', ana.id)
    .where('recorded_at', '<=', start + 10 * HOUR)
    .execute();
  await correctionRepository(server.database).deleteWithoutFixes({ before: server.clock.now() });
  expect(await stored(ana)).toMatchObject([{ id: 'b' }]);
});

it('given an import that is undone, then what was corrected of it goes as well', async () => {
  const ana = await createPerson();
  const start = midnight(400);
  const rows = outing(start).map((fix) => `${fix.timestamp},${fix.latitude},${fix.longitude}`);
  const upload = await server.app.inject({
    method: 'POST',
    url: '/api/imports?name=a.csv',
    headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(['time,latitude,longitude', ...rows].join('\n')),
  });
  const { id } = upload.json<{ id: string }>();
  await ana.call('POST', `/api/imports/${id}/accept`, {});
  await put(ana, 'a', { kind: 'false', ...(await stayOf(ana, start, 1)) });
  expect(kindsOf(await timeline(ana, ana, start))).toEqual(['stay', 'trip', 'stay']);
  await ana.call('DELETE', `/api/imports/${id}`);
  expect(await stored(ana)).toEqual([]);
});

it('given the correction of another member, then it is neither changed nor deleted', async () => {
  const { ana, bo, start } = await dayOfThreeStays();
  const stay = await stayOf(ana, start, 0);
  await put(ana, 'a', { kind: 'name', name: 'Mine', ...stay });
  await put(bo, 'a', { kind: 'name', name: 'Yours', ...stay });
  expect((await bo.call('DELETE', '/api/locations/corrections/a')).statusCode).toBe(204);
  expect((await bo.call('DELETE', '/api/locations/corrections/a')).json()).toMatchObject({
    code: 'correction_not_found',
  });
  expect((await timeline(ana, ana, start)).entries[0]).toMatchObject({ name: 'Mine' });
});

const SPAN = { start: '2026-01-01T08:00:00.000Z', end: '2026-01-01T09:00:00.000Z' };
it.each([
  ['a name without one', { ...SPAN, kind: 'name' }, 400, 'correction_invalid'],
  ['a name of spaces', { ...SPAN, kind: 'name', name: '  ' }, 400, 'name_required'],
  ['a long name', { ...SPAN, kind: 'name', name: 'a'.repeat(101) }, 400, 'name_too_long'],
  ['a name and a place', { ...SPAN, kind: 'name', name: 'A', placeId: 'b' }, 400, 'correction_invalid'],
  ['a merge with a name', { ...SPAN, kind: 'merge', name: 'A' }, 400, 'correction_invalid'],
  ['an end before the start', { kind: 'false', start: SPAN.end, end: SPAN.start }, 400, 'correction_invalid'],
  ['a week', { ...SPAN, kind: 'false', end: '2026-01-08T08:00:00.000Z' }, 400, 'correction_invalid'],
  ['another kind', { ...SPAN, kind: 'other' }, 400, 'correction_invalid'],
  ['no time', { ...SPAN, start: 'yesterday', kind: 'false' }, 400, 'time_invalid'],
  ['a place of strangers', { ...SPAN, kind: 'name', placeId: 'unknown' }, 404, 'geofence_not_found'],
])('given %s, then it is refused', async (_what, body, statusCode, code) => {
  const ana = await createPerson();
  expect((await put(ana, 'a', body)).json()).toMatchObject({ statusCode, code });
  expect(await stored(ana)).toEqual([]);
});
