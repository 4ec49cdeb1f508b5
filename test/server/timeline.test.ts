import * as z from 'zod/mini';
import { Family } from '#contract/families';
import { Geofence } from '#contract/geofences';
import { LocationsStored } from '#contract/locations';
import { DaySummary, Timeline } from '#contract/timeline';
import { dayInTimeZone } from '#shared/days';
import { emptyColumns, unpackFixes } from '#shared/historyCodec';
import type { Queries } from '#server/db/schema';
import { transactionsOn } from '#server/db/transactions';
import { visibility } from '#server/features/families/visibility';
import { geofenceRepository } from '#server/features/geofences/repository';
import { correctionRepository } from '#server/features/locations/corrections/repository';
import { locationRepository } from '#server/features/locations/repository';
import { dayTotalsRepository } from '#server/features/locations/timeline/repository';
import { timelineService } from '#server/features/locations/timeline/service';
import { createFamily, joinFamily, parseAnswer, type Person } from './support/people';
import { useServer } from './support/useServer';

const { server, createPerson, createFamilyOfTwo } = useServer();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const METRES_PER_DEGREE = 111_195;

/** Midnight UTC so many days ago. */
const midnight = (daysAgo: number): number => Math.floor(server.clock.now() / DAY) * DAY - daysAgo * DAY;
const dateOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** A fix each minute: until 8 at home, then 30 minutes northwards at 5 m/s, then at work until 12. */
const workday = (start: number) =>
  Array.from({ length: 12 * 60 }, (_, minute) => ({
    timestamp: new Date(start + minute * MINUTE).toISOString(),
    latitude: 46 + (Math.max(0, Math.min(30, minute - 480)) * 300) / METRES_PER_DEGREE,
    longitude: 14,
  }));

const post = async (who: Person, body: object) =>
  parseAnswer(LocationsStored, await who.call('POST', '/api/locations', body));
const timeline = async (viewer: Person, of: Person, query: string) =>
  parseAnswer(Timeline, await viewer.call('GET', `/api/locations/timeline/${of.id}?${query}`));
const days = async (viewer: Person, of: Person, from: number, to: number, more = '') =>
  parseAnswer(
    z.array(DaySummary),
    await viewer.call('GET', `/api/locations/days/${of.id}?from=${dateOf(from)}&to=${dateOf(to)}${more}`),
  );
const storedTotals = (of: Person) =>
  server.database
    .selectFrom('day_totals')
    .selectAll()
    .where('user_id', '=', of.id)
    .orderBy('start_at')
    .execute();

describe('the timeline of a day', () => {
  it('given a day at home and at work, then it has two stays and a trip, named by places', async () => {
    const ana = await createPerson();
    const family = await createFamily(ana);
    const start = midnight(2);
    await post(ana, workday(start));
    await ana.call('POST', '/api/geofences', {
      name: 'Home',
      latitude: 46,
      longitude: 14,
      radius: 100,
      familyId: family.id,
    });
    const day = await timeline(ana, ana, `date=${dateOf(start)}`);
    expect(day.entries).toMatchObject([
      { kind: 'stay', place: { name: 'Home' }, noSignalSeconds: 0, latitude: expect.closeTo(46, 3) },
      { kind: 'trip', mode: 'cycle' },
      { kind: 'stay', place: null },
    ]);
    expect(Math.abs(day.distance - 9_000)).toBeLessThan(400);
    expect(day).toMatchObject({ date: dateOf(start), tz: 'UTC', leftOut: 0 });
    expect(Math.abs(day.moving - 1_800)).toBeLessThan(120);
  });

  it('given another zone, then the day is that of the zone', async () => {
    const ana = await createPerson();
    const start = midnight(2);
    await post(ana, workday(start));
    const day = await timeline(ana, ana, `date=${dateOf(start - DAY)}&tz=America/Los_Angeles`);
    expect(day).toMatchObject({ tz: 'America/Los_Angeles', entries: [{ kind: 'stay' }] });
  });

  it('given the zone of where the person was, then the day is that of it, and it is named', async () => {
    const ana = await createPerson();
    const start = midnight(2);
    // From 8 in the morning in Shanghai on, which is midnight in UTC.
    const inShanghai = workday(start).map((fix) => ({ ...fix, latitude: fix.latitude - 15, longitude: 121 }));
    await post(ana, inShanghai);
    const local = await timeline(ana, ana, `date=${dateOf(start)}&tz=local`);
    expect(local).toMatchObject({ tz: 'Asia/Shanghai', entries: [{ kind: 'stay' }, {}, {}] });
    expect(local).not.toHaveProperty('localTz');
    const own = await timeline(ana, ana, `date=${dateOf(start)}&tz=America/New_York`);
    expect(own).toMatchObject({ tz: 'America/New_York', localTz: 'Asia/Shanghai' });
    const sameClocks = await timeline(ana, ana, `date=${dateOf(start)}&tz=Asia/Singapore`);
    expect(sameClocks).not.toHaveProperty('localTz');
    expect(await timeline(ana, ana, 'date=2026-01-01&tz=local')).toMatchObject({ tz: 'UTC', entries: [] });
  });

  it('given a flight over the date line, then the zone is that of the middle of the day', async () => {
    const ana = await createPerson();
    const noon = midnight(3) + 12 * HOUR;
    const hours = (from: number, to: number, latitude: number, longitude: number) =>
      Array.from({ length: to - from }, (_, hour) => ({
        timestamp: new Date(noon + (from + hour) * HOUR).toISOString(),
        latitude,
        longitude,
      }));
    // In Auckland until 20 hours before noon UTC, in Honolulu from 5 hours before it on.
    await post(ana, [...hours(-40, -20, -36.9, 174.8), ...hours(-5, 20, 21.3, -157.9)]);
    const tzOf = async (moment: number) => (await timeline(ana, ana, `date=${dateOf(moment)}&tz=local`)).tz;
    expect(await tzOf(noon - DAY)).toBe('Pacific/Auckland');
    expect(await tzOf(noon)).toBe('Pacific/Honolulu');
  });

  it('given a viewer who may not see where the person was, then they do not learn the zone', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const start = midnight(2);
    await post(ana, workday(start));
    await server.database
      .updateTable('family_members')
      .set({ joined_at: midnight(0) })
      .execute();
    expect(await timeline(bo, ana, `date=${dateOf(start)}&tz=local`)).toMatchObject({ tz: 'UTC' });
    expect(await timeline(bo, ana, `date=${dateOf(start)}`)).not.toHaveProperty('localTz');
  });

  it('given a day without positions, then it is empty', async () => {
    const ana = await createPerson();
    expect(await timeline(ana, ana, 'date=2026-01-01')).toEqual({
      date: '2026-01-01',
      tz: 'UTC',
      entries: [],
      distance: 0,
      moving: 0,
      leftOut: 0,
    });
  });

  it('given a viewer who joined later that day, then they see nothing of before', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    const start = midnight(0);
    server.clock.move(start + DAY + 13 * HOUR - server.clock.now());
    const today = midnight(0);
    await post(ana, workday(today));
    expect((await days(ana, ana, today, today))[0]).toMatchObject({ stays: 2 });
    const { inviteCode } = await createFamily(ana);
    await joinFamily(bo, inviteCode);
    expect((await timeline(bo, ana, `date=${dateOf(today)}`)).entries).toEqual([]);
    expect(await days(bo, ana, today, today)).toEqual([]);
  });
});

describe('a stay over midnight', () => {
  /** Fixes of every 10 minutes at one place. @param from, to minutes of the first and the last */
  const at = (start: number, from: number, to: number, latitude: number) =>
    Array.from({ length: (to - from) / 10 + 1 }, (_, index) => ({
      timestamp: new Date(start + (from + 10 * index) * MINUTE).toISOString(),
      latitude,
      longitude: 14,
    }));
  const nightAtHome = (start: number) => [
    ...at(start, 10 * 60, 20 * 60, 46.2),
    ...at(start, 22 * 60, 24 * 60 + 8 * 60, 46),
    ...at(start, 33 * 60, 40 * 60, 46.2),
  ];

  it('given a night at one place, then the days say since when and that it goes on', async () => {
    const ana = await createPerson();
    const start = midnight(3);
    await post(ana, nightAtHome(start));
    expect((await timeline(ana, ana, `date=${dateOf(start)}`)).entries.at(-1)).toMatchObject({
      kind: 'stay',
      continues: true,
    });
    const [morning] = (await timeline(ana, ana, `date=${dateOf(start + DAY)}`)).entries;
    expect(morning).toMatchObject({ since: new Date(start + 22 * HOUR).toISOString() });
    expect(morning).not.toHaveProperty('continues');
  });

  it('given a silent night, then it is one stay; given a night elsewhere, then it is not', async () => {
    const [ana, bo] = [await createPerson(), await createPerson()];
    const start = midnight(3);
    for (const [who, morning] of [
      [ana, 46.001],
      [bo, 46.01],
    ] as const)
      await post(who, [...at(start, 20 * 60, 22 * 60, 46), ...at(start, 31 * 60, 33 * 60, morning)]);
    const ends = await Promise.all(
      [ana, bo].map(async (who) => (await timeline(who, who, `date=${dateOf(start)}`)).entries.at(-1)),
    );
    expect(ends).toMatchObject([{ continues: true }, { kind: 'stay' }]);
    expect(ends[1]).not.toHaveProperty('continues');
    const [morning] = (await timeline(ana, ana, `date=${dateOf(start + DAY)}`)).entries;
    expect(morning).toMatchObject({ since: new Date(start + 20 * HOUR).toISOString() });
    expect((await timeline(bo, bo, `date=${dateOf(start + DAY)}`)).entries[0]).not.toHaveProperty('since');
  });

  it('given a viewer who joined at midnight, then they learn nothing of the evening before', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const start = midnight(1);
    await post(ana, nightAtHome(start - DAY));
    await server.database
      .updateTable('family_members')
      .set({ joined_at: start })
      .where('user_id', 'in', [ana.id, bo.id])
      .execute();
    const [seen] = (await timeline(bo, ana, `date=${dateOf(start)}`)).entries;
    expect(seen).toMatchObject({ kind: 'stay' });
    expect(seen).not.toHaveProperty('since');
    expect((await timeline(ana, ana, `date=${dateOf(start)}`)).entries[0]).toHaveProperty('since');
  });
});

describe('a day from before the viewer joined', () => {
  it('given it, then the answer says from when on the member may be seen; of oneself, never', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const joined = midnight(0) + HOUR;
    await server.database
      .updateTable('family_members')
      .set({ joined_at: joined })
      .where('user_id', 'in', [ana.id, bo.id])
      .execute();
    const dayBefore = `date=${dateOf(midnight(1))}`;
    expect(await timeline(bo, ana, dayBefore)).toMatchObject({
      entries: [],
      visibleSince: new Date(joined).toISOString(),
    });
    expect(await timeline(ana, ana, dayBefore)).not.toHaveProperty('visibleSince');
    const tomorrow = `date=${dateOf(midnight(0) + DAY)}`;
    expect(await timeline(bo, ana, tomorrow)).not.toHaveProperty('visibleSince');
  });
});

describe('the totals of days', () => {
  it('given days with and without positions, then there is a row for each with', async () => {
    const ana = await createPerson();
    for (const ago of [4, 2]) await post(ana, workday(midnight(ago)));
    const rows = await days(ana, ana, midnight(5), midnight(0));
    expect(rows).toMatchObject([
      { date: dateOf(midnight(4)), stays: 2, first: new Date(midnight(4)).toISOString() },
      { date: dateOf(midnight(2)), stays: 2 },
    ]);
    expect(rows[0]?.distance).toBe((await timeline(ana, ana, `date=${dateOf(midnight(4))}`)).distance);
  });

  it.each([
    ['9999-12-01', '9999-12-31'],
    ['9999-12-31', '9999-12-31'],
    ['0000-01-01', '0000-01-31'],
  ])('given the days from %s to %s, then there are none', async (from, to) => {
    const ana = await createPerson();
    const answer = await ana.call('GET', `/api/locations/days/${ana.id}?from=${from}&to=${to}`);
    expect([answer.statusCode, answer.json()]).toEqual([200, []]);
  });

  it('given a day that was asked for, then it is kept; late fixes renew it, other days stay', async () => {
    const ana = await createPerson();
    for (const ago of [4, 2]) await post(ana, workday(midnight(ago)));
    const before = await days(ana, ana, midnight(5), midnight(0));
    expect(await storedTotals(ana)).toHaveLength(2);
    expect(await days(ana, ana, midnight(5), midnight(0))).toEqual(before);
    const evening = new Date(midnight(2) + 20 * HOUR).toISOString();
    await post(ana, { timestamp: evening, latitude: 46.5, longitude: 14 });
    expect(await storedTotals(ana)).toMatchObject([{ start_at: midnight(4) }]);
    expect(await days(ana, ana, midnight(2), midnight(2))).toMatchObject([{ last: evening }]);
  });

  it('given a place, then each day says when the member was there, kept or not', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const start = midnight(2);
    await post(ana, workday(start));
    await server.database.updateTable('family_members').set({ joined_at: 0 }).execute();
    const [family] = parseAnswer(z.array(Family), await ana.call('GET', '/api/families'));
    const home = { name: 'Home', latitude: 46, longitude: 14, radius: 100, familyId: family?.id };
    const { id } = parseAnswer(Geofence, await ana.call('POST', '/api/geofences', home), 201);
    const path = `/api/locations/days/${ana.id}?from=${dateOf(start)}&to=${dateOf(start)}&place=`;
    for (const _time of ['computed', 'kept']) {
      const [day] = parseAnswer(z.array(DaySummary), await bo.call('GET', path + id));
      expect(day?.visits).toHaveLength(1);
      expect(day?.visits?.[0]?.start).toBe(new Date(start).toISOString());
    }
    expect((await days(bo, ana, start, start))[0]).not.toHaveProperty('visits');
    expect((await ana.call('GET', `${path}unknown`)).statusCode).toBe(404);
  });

  it('given days with their lines, then each has its way in few points, kept or not', async () => {
    const ana = await createPerson();
    await post(ana, workday(midnight(2)));
    const [computed] = await days(ana, ana, midnight(2), midnight(2), '&line=true');
    expect(await storedTotals(ana)).toHaveLength(1);
    expect(await days(ana, ana, midnight(2), midnight(2), '&line=true')).toEqual([computed]);
    const [block] = computed?.line ?? [];
    expect(block?.start).toBe(midnight(2));
    expect(block?.count).toBeLessThan(40);
    const fixes = emptyColumns(block?.count ?? 0);
    if (block) unpackFixes(block, fixes, 0);
    expect(Math.max(...fixes.latitudes)).toBeCloseTo(46 + 9_000 / METRES_PER_DEGREE, 5);
    expect((await days(ana, ana, midnight(2), midnight(2)))[0]).not.toHaveProperty('line');
  });

  it('given a viewer who joined within the day, then its line begins when they joined', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const joined = midnight(1) + 10 * HOUR;
    await post(ana, workday(midnight(1)));
    await days(ana, ana, midnight(1), midnight(1));
    await server.database.updateTable('family_members').set({ joined_at: joined }).execute();
    const [day] = await days(bo, ana, midnight(1), midnight(1), '&line=true');
    expect(day?.line?.map(({ start }) => start)).toEqual([joined]);
  });

  it('given a day that has not ended, then it is not kept', async () => {
    const ana = await createPerson();
    const now = new Date(server.clock.now()).toISOString();
    await post(ana, { timestamp: now, latitude: 46, longitude: 14 });
    expect(await days(ana, ana, midnight(0), midnight(0))).toMatchObject([{ first: now, last: now }]);
    expect(await storedTotals(ana)).toEqual([]);
  });

  it('given a viewer who joined within the day, then their row is not kept for others', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const start = midnight(0);
    await post(ana, workday(start - DAY));
    await server.database
      .updateTable('family_members')
      .set({ joined_at: start - DAY + 10 * HOUR })
      .where('user_id', 'in', [ana.id, bo.id])
      .execute();
    expect(await days(bo, ana, start - DAY, start)).toMatchObject([{ stays: 1, distance: 0 }]);
    expect(await days(ana, ana, start - DAY, start)).toMatchObject([{ stays: 2 }]);
    expect(await days(bo, ana, start - DAY, start)).toMatchObject([{ stays: 1, distance: 0 }]);
  });

  /** What the scheduled work calls. @param lateUsers people to whose past days fixes came */
  const timelinesWith = (...lateUsers: readonly Person[]) => {
    const { database, clock } = server;
    const stores = (queries: Queries) => ({
      corrections: correctionRepository(queries),
      dayTotals: dayTotalsRepository(queries),
    });
    return timelineService({
      locations: locationRepository(database),
      geofences: geofenceRepository(database),
      visibility: visibility(database),
      ...stores(database),
      totals: dayTotalsRepository(database),
      inTransaction: transactionsOn(database)(stores),
      lateUsers: new Set(lateUsers.map(({ id }) => id)),
      clock,
      retentionDays: 30,
    });
  };

  it('given the hourly work, then past days are kept before anybody asks, once', async () => {
    const ana = await createPerson();
    server.clock.move(midnight(0) + DAY + 3 * HOUR - server.clock.now());
    for (const ago of [5, 1]) await post(ana, workday(midnight(ago)));
    const timelines = timelinesWith();
    await timelines.keepPastDays(() => true);
    expect(await storedTotals(ana)).toEqual([]);
    for (const _hour of [1, 2]) await timelines.keepPastDays(() => false);
    const spans = [5, 1].map((ago) => dayInTimeZone(dateOf(midnight(ago)), 'Europe/Ljubljana'));
    expect(await storedTotals(ana)).toMatchObject(
      spans.map(({ start, end }) => ({ start_at: start, end_at: end, stays: 2 })),
    );
  });

  it('given late fixes, when the next minute comes, then only the days of that person are kept', async () => {
    const [ana, ben] = [await createPerson(), await createPerson()];
    server.clock.move(midnight(0) + DAY + 3 * HOUR - server.clock.now());
    for (const person of [ana, ben]) await post(person, workday(midnight(4)));
    const timelines = timelinesWith(ana);
    await timelines.keepLateDays(() => false);
    expect(await storedTotals(ana)).toHaveLength(1);
    expect(await storedTotals(ben)).toEqual([]);
    await server.database.deleteFrom('day_totals').execute();
    await timelines.keepLateDays(() => false);
    expect(await storedTotals(ana)).toEqual([]);
  });

  it('given an account that is deleted, then its days are gone', async () => {
    const ana = await createPerson();
    await post(ana, workday(midnight(2)));
    await days(ana, ana, midnight(2), midnight(2));
    await server.database.deleteFrom('users').where('id', '=', ana.id).execute();
    expect(await storedTotals(ana)).toEqual([]);
  });

  it.each([
    ['from=2026-01-01&to=2026-02-01', 'date_range_invalid'],
    ['from=2026-01-02&to=2026-01-01', 'date_range_invalid'],
    ['from=2026-01-01', 'date_required'],
    ['from=2026-02-30&to=2026-03-01', 'date_invalid'],
    ['from=2026-01-01&to=2026-01-02&tz=Mars/Olympus', 'time_zone_unknown'],
  ])('given %s, then 400 %s', async (query, code) => {
    const ana = await createPerson();
    const answer = await ana.call('GET', `/api/locations/days/${ana.id}?${query}`);
    expect(answer.json()).toMatchObject({ statusCode: 400, code });
  });
});

it('given fixes older than the retention time, then they are not stored, and the answer counts them', async () => {
  const ana = await createPerson();
  const fixes = [60, 59, 1].map((ago) => ({
    timestamp: new Date(server.clock.now() - ago * DAY).toISOString(),
    latitude: 46,
    longitude: 14,
  }));
  expect(await post(ana, fixes)).toEqual({ stored: 1, tooOld: 2 });
  expect(
    await server.database
      .selectFrom('locations')
      .select('recorded_at')
      .where('user_id', '=', ana.id)
      .execute(),
  ).toHaveLength(1);
});
