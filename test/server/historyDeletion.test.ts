import * as z from 'zod/mini';
import { HistoryEntry, LocationsStored } from '#contract/locations';
import { PlaceLog } from '#contract/placeLog';
import { DaySummary, Timeline } from '#contract/timeline';
import { Import } from '#contract/imports';
import { parseAnswer, parseError, type Person } from './support/people';
import { useServer } from './support/useServer';
import { createGeofence, SCHOOL } from './support/walks';

const { server, createPerson, createFamilyOfTwo } = useServer();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const midnight = (daysAgo: number): number => Math.floor(server.clock.now() / DAY) * DAY - daysAgo * DAY;
const iso = (moment: number): string => new Date(moment).toISOString();
const dateOf = (moment: number): string => iso(moment).slice(0, 10);

/** A fix each minute at one position. */
const fixes = (start: number, minutes: number, latitude = 46) =>
  Array.from({ length: minutes }, (_, minute) => ({
    timestamp: iso(start + minute * MINUTE),
    latitude,
    longitude: 14,
    accuracy: 8,
  }));

const send = async (who: Person, sent: object) =>
  parseAnswer(LocationsStored, await who.call('POST', '/api/locations', sent));
const erase = async (who: Person, query = '') => {
  const answer = await who.call('DELETE', `/api/locations/history${query}`);
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
};
const history = async (viewer: Person, of: Person, start: number, tz = 'UTC') =>
  parseAnswer(
    z.array(HistoryEntry),
    await viewer.call('GET', `/api/locations/history/${of.id}?date=${dateOf(start)}&tz=${tz}`),
  );
const timeline = async (viewer: Person, of: Person, start: number) =>
  parseAnswer(Timeline, await viewer.call('GET', `/api/locations/timeline/${of.id}?date=${dateOf(start)}`));
const days = async (viewer: Person, of: Person) =>
  parseAnswer(
    z.array(DaySummary),
    await viewer.call(
      'GET',
      `/api/locations/days/${of.id}?from=${dateOf(midnight(9))}&to=${dateOf(midnight(0))}`,
    ),
  ).map(({ date }) => date);
const newest = async (viewer: Person, of: Person) =>
  (await viewer.call('GET', '/api/locations/family'))
    .json<{ userId: string; timestamp: string }[]>()
    .find(({ userId }) => userId === of.id)?.timestamp;

/** Two members who see all of each other's days, each with three hours of positions on each of three days. */
async function familyWithThreeDays() {
  const family = await createFamilyOfTwo();
  await server.database.updateTable('family_members').set({ joined_at: 0 }).execute();
  const starts = [3, 2, 1].map(midnight) as [number, number, number];
  for (const who of [family.ana, family.bo])
    for (const start of starts) await send(who, fixes(start + 8 * HOUR, 180));
  return { ...family, starts };
}

describe('deleting one day', () => {
  it('given three days, then it is gone for the person and the family, and the others stay', async () => {
    const { ana, bo, starts } = await familyWithThreeDays();
    const [first, second, third] = starts;
    // Read, so that their totals are kept.
    expect(await days(bo, ana)).toEqual(starts.map(dateOf));
    await erase(ana, `?date=${dateOf(second)}&tz=UTC`);
    for (const viewer of [ana, bo]) {
      expect(await history(viewer, ana, second)).toEqual([]);
      expect((await timeline(viewer, ana, second)).entries).toEqual([]);
      expect(await days(viewer, ana)).toEqual([first, third].map(dateOf));
      expect(await history(viewer, ana, first)).toHaveLength(180);
    }
    expect(await days(ana, bo)).toEqual(starts.map(dateOf));
  });

  it('given a day of a time zone, then its first and last positions go, and none beside them', async () => {
    const { ana } = await createFamilyOfTwo();
    // From the middle of one day in Auckland, which is 12 or 13 hours ahead, to the middle of the next.
    const start = midnight(4);
    for (let hour = 0; hour < 48; hour += 12) await send(ana, fixes(start + hour * HOUR, 720));
    const [before, day, after] = [0, DAY, 2 * DAY].map((offset) => dateOf(start + offset));
    const stored = async (date = '') =>
      (await ana.call('GET', `/api/locations/history/${ana.id}?date=${date}&tz=Pacific/Auckland`)).json<
        unknown[]
      >().length;
    const counts = [await stored(before), await stored(day), await stored(after)];
    expect(counts[1]).toBe(1_440);
    await erase(ana, `?date=${day}&tz=Pacific/Auckland`);
    expect([await stored(before), await stored(day), await stored(after)]).toEqual([counts[0], 0, counts[2]]);
  });

  it('given the current day, then the newest position stays on the map, and sharing goes on', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    await server.database.updateTable('family_members').set({ joined_at: 0 }).execute();
    const now = server.clock.now();
    await send(ana, [{ ...fixes(now - 1_000, 1)[0] }]);
    await erase(ana, `?date=${dateOf(now)}&tz=UTC`);
    expect(await history(bo, ana, now)).toEqual([]);
    expect(await newest(bo, ana)).toBe(iso(now - 1_000));
    await send(ana, fixes(now, 1, 46.5));
    expect(await newest(bo, ana)).toBe(iso(now));
    expect(await history(ana, ana, now)).toMatchObject([{ latitude: 46.5 }]);
  });

  it('given a time zone without a day, or another field, then it is refused, and nothing goes', async () => {
    const { ana, starts } = await familyWithThreeDays();
    const call = async (query: string) =>
      parseError(await ana.call('DELETE', `/api/locations/history${query}`));
    expect((await call('?tz=UTC'))[0]).toBe(400);
    expect((await call('?date=2026-02-30'))[0]).toBe(400);
    expect((await call(`?date=${dateOf(starts[0])}&tz=Nowhere`))[0]).toBe(400);
    expect((await call('?userId=bo'))[0]).toBe(400);
    expect(await days(ana, ana)).toEqual(starts.map(dateOf));
  });
});

describe('deleting everything', () => {
  it('given thousands of positions, then all go, the newest stays on the map, and others keep theirs', async () => {
    const { ana, bo, starts } = await familyWithThreeDays();
    const rows = Array.from({ length: 4_500 }, (_, index) => ({
      user_id: ana.id,
      recorded_at: midnight(9) + index * 1_000,
      latitude: 46,
      longitude: 14,
      accuracy: 5,
    }));
    for (let from = 0; from < rows.length; from += 500)
      await server.database
        .insertInto('locations')
        .values(rows.slice(from, from + 500))
        .execute();
    const last = await newest(bo, ana);
    expect(await days(bo, ana)).toHaveLength(4);
    await erase(ana);
    expect(await days(bo, ana)).toEqual([]);
    for (const table of ['locations', 'day_totals'] as const)
      expect(
        await server.database.selectFrom(table).select('user_id').where('user_id', '=', ana.id).execute(),
      ).toEqual([]);
    expect(await newest(bo, ana)).toBe(last);
    expect(await days(ana, bo)).toEqual(starts.map(dateOf));
  });

  it('given an import, then it stays, and the timeline says which positions are imported', async () => {
    const ana = await createPerson();
    const start = midnight(2);
    const csv = fixes(start + 8 * HOUR, 60).map(({ timestamp, latitude }) => `${timestamp},${latitude},14\n`);
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/imports?name=run.csv&tz=UTC',
      headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/octet-stream' },
      payload: `time,latitude,longitude\n${csv.join('')}`,
    });
    const { id } = parseAnswer(Import, answer, 201);
    await ana.call('POST', `/api/imports/${id}/accept`, { shared: false });
    expect((await timeline(ana, ana, start)).imported).toBe('all');
    await send(ana, fixes(start + 12 * HOUR, 60));
    expect((await timeline(ana, ana, start)).imported).toBe('some');
    await erase(ana);
    expect((await timeline(ana, ana, start)).imported).toBe('all');
    expect(await history(ana, ana, start)).toHaveLength(60);
    await ana.call('DELETE', `/api/imports/${id}`);
    expect(await timeline(ana, ana, start)).not.toHaveProperty('imported');
  });
});

describe('what was computed from deleted positions', () => {
  const stored = (who: Person) =>
    server.database
      .selectFrom('stay_corrections')
      .select(['id', 'start_at', 'end_at'])
      .where('user_id', '=', who.id)
      .orderBy('id')
      .execute();

  it('given corrections, then those of the day go, and one over midnight keeps what is left', async () => {
    const { ana, bo, starts } = await familyWithThreeDays();
    const [first, second, third] = starts;
    const put = (who: Person, id: string, start: number, end: number) =>
      who.call('PUT', `/api/locations/corrections/${id}`, {
        kind: 'false',
        start: iso(start),
        end: iso(end),
      });
    await put(ana, 'day', second + 8 * HOUR, second + 9 * HOUR);
    await put(ana, 'from', first + 10 * HOUR, second + 8 * HOUR);
    await put(ana, 'to', second + 10 * HOUR, third + 8 * HOUR);
    await put(bo, 'other', second + 8 * HOUR, second + 9 * HOUR);
    await erase(ana, `?date=${dateOf(second)}&tz=UTC`);
    expect(await stored(ana)).toEqual([
      { id: 'from', start_at: first + 10 * HOUR, end_at: second - 1 },
      { id: 'to', start_at: third, end_at: third + 8 * HOUR },
    ]);
    expect(await stored(bo)).toHaveLength(1);
  });

  it('given comings and goings, then those of the day leave the log of the place', async () => {
    const { ana, bo, id: familyId } = await createFamilyOfTwo();
    await server.database.updateTable('family_members').set({ joined_at: 0 }).execute();
    const { id: placeId } = await createGeofence(ana, familyId);
    const starts = [2, 1].map(midnight) as [number, number];
    const visit = (start: number) => [
      ...fixes(start + 7 * HOUR, 30, SCHOOL.latitude + 0.02),
      ...fixes(start + 8 * HOUR, 30, SCHOOL.latitude),
      ...fixes(start + 9 * HOUR, 30, SCHOOL.latitude + 0.02),
    ];
    for (const who of [ana, bo])
      for (const start of starts)
        await send(
          who,
          visit(start).map((fix) => ({ ...fix, longitude: SCHOOL.longitude })),
        );
    const dates = async (of: Person) =>
      parseAnswer(
        PlaceLog,
        await bo.call('GET', `/api/geofences/${placeId}/events?userId=${of.id}`),
      ).events.map(({ timestamp }) => timestamp.slice(0, 10));
    expect(await dates(ana)).toHaveLength(4);
    await erase(ana, `?date=${dateOf(starts[0])}&tz=UTC`);
    expect(await dates(ana)).toEqual([dateOf(starts[1]), dateOf(starts[1])]);
    expect(await dates(bo)).toHaveLength(4);
  });
});

describe('positions that come after the deletion', () => {
  it('given positions of the deleted time, then they are history again, and move nobody', async () => {
    const { ana, bo, id: familyId } = await createFamilyOfTwo();
    await createGeofence(ana, familyId);
    const now = server.clock.now();
    const at = (moment: number, latitude: number) => ({
      ...fixes(moment, 1, latitude)[0],
      longitude: SCHOOL.longitude,
    });
    const inside = [5, 4, 3, 2, 1].map((minute) => at(now - minute * MINUTE, SCHOOL.latitude));
    await send(ana, [at(now - 3 * HOUR, SCHOOL.latitude + 0.02), ...inside]);
    const states = () =>
      server.database
        .selectFrom('geofence_states')
        .select(['containment', 'change_since'])
        .where('user_id', '=', ana.id)
        .execute();
    expect(await states()).toEqual([{ containment: 'inside', change_since: null }]);
    await erase(ana);
    const alerts = async () =>
      (await bo.call('GET', '/api/alerts')).json<{ alerts: unknown[] }>().alerts.length;
    const before = await alerts();
    const late = [40, 39, 38].map((minute) => at(now - minute * MINUTE, SCHOOL.latitude + 0.02));
    await send(ana, late);
    expect(await history(ana, ana, now - 40 * MINUTE)).not.toEqual([]);
    expect(await states()).toEqual([{ containment: 'inside', change_since: null }]);
    expect(await alerts()).toBe(before);
  });
});
