import { PlaceLog } from '#contract/placeLog';
import { timeAtPlace } from '#server/features/geofences/eventLog/timeAtPlace';
import { createFamily, joinFamily, leaveFamily, parseAnswer, type Person } from './support/people';
import { useServer } from './support/useServer';
import { createGeofence, SCHOOL } from './support/walks';

const { server, createPerson } = useServer();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const iso = (moment: number): string => new Date(moment).toISOString();

/** A fix so many metres north of the school. */
const fix = (at: number, metres: number, accuracy = 8) => ({
  latitude: SCHOOL.latitude + metres / 111_195,
  longitude: SCHOOL.longitude,
  accuracy,
  timestamp: iso(at),
});

/** Comes, stays for `minutes` and goes. @returns the times of the crossings */
async function visit(
  person: Person,
  start: number,
  minutes: number,
): Promise<{ came: number; went: number }> {
  const went = start + (minutes + 1) * MINUTE;
  const fixes = [
    fix(start - MINUTE, 900),
    fix(start, 20),
    fix(went - MINUTE, 20),
    fix(went, 300),
    fix(went + MINUTE, 300),
  ];
  expect((await person.call('POST', '/api/locations', fixes)).statusCode).toBe(200);
  return { came: start, went: went + MINUTE };
}

const logOf = async (viewer: Person, placeId: string, query = '') =>
  parseAnswer(PlaceLog, await viewer.call('GET', `/api/geofences/${placeId}/events${query}`));

async function createSchool() {
  const [ana, bo] = [await createPerson('Ana'), await createPerson('Bo')];
  const family = await createFamily(ana, bo);
  // Everyone has been in the family for long.
  await server.database
    .updateTable('family_members')
    .set({ joined_at: Date.now() - 40 * 24 * HOUR })
    .where('family_id', '=', family.id)
    .execute();
  const { id } = await createGeofence(ana, family.id);
  return { ana, bo, family, placeId: id };
}

describe('what happened at a place', () => {
  it('given a visit of a member, then others see who came and went, when, and why', async () => {
    const { ana, bo, placeId } = await createSchool();
    const start = Date.now() - 14 * MINUTE;
    const { came, went } = await visit(ana, start, 10);
    const { events, next } = await logOf(bo, placeId);
    expect(next).toBeNull();
    expect(events).toEqual([
      {
        id: expect.any(String),
        userId: ana.id,
        event: 'exited',
        timestamp: iso(went),
        reportedAt: expect.any(String),
        late: false,
        since: iso(went - MINUTE),
        distance: 300,
        accuracy: 8,
      },
      {
        id: expect.any(String),
        userId: ana.id,
        event: 'entered',
        timestamp: iso(came),
        reportedAt: expect.any(String),
        late: false,
        since: iso(came),
        distance: 20,
        accuracy: 8,
      },
    ]);
  });

  it('given a visit that was reported hours after, then its entries say so', async () => {
    const { ana, bo, placeId } = await createSchool();
    await visit(ana, Date.now() - 6 * HOUR, 10);
    const { events } = await logOf(bo, placeId);
    expect(events.map(({ late }) => late)).toEqual([true, true]);
  });

  it('given a viewer who joined later, then they see events since then, and their own from before as well', async () => {
    const { ana, bo, family, placeId } = await createSchool();
    await visit(ana, Date.now() - 6 * HOUR, 10);
    await visit(bo, Date.now() - 5 * HOUR, 10);
    await server.database
      .updateTable('family_members')
      .set({ joined_at: Date.now() - 2 * HOUR })
      .where('family_id', '=', family.id)
      .where('user_id', '=', bo.id)
      .execute();
    await visit(ana, Date.now() - HOUR, 10);
    const seen = (await logOf(bo, placeId)).events.map(({ userId, event }) => [userId, event]);
    expect(seen).toEqual([
      [ana.id, 'exited'],
      [ana.id, 'entered'],
      [bo.id, 'exited'],
      [bo.id, 'entered'],
    ]);
    const times = (await logOf(bo, placeId, '?tz=UTC')).days ?? [];
    // Two days where the visit was at midnight; each is rounded to a second.
    const seconds = times.filter(({ userId }) => userId === ana.id).map((day) => day.seconds);
    expect(Math.abs(seconds.reduce((sum, one) => sum + one, 0) - 12 * 60)).toBeLessThanOrEqual(1);
  });

  it('given a member who has left, then the family sees nothing of them and they nothing of it', async () => {
    const { ana, bo, family, placeId } = await createSchool();
    await visit(ana, Date.now() - HOUR, 10);
    await leaveFamily(ana, family.id);
    expect((await logOf(bo, placeId)).events).toEqual([]);
    expect((await ana.call('GET', `/api/geofences/${placeId}/events`)).statusCode).toBe(404);
  });

  it('given more than fits a page, then the pages together have each entry once, also at the same moment', async () => {
    const { ana, bo, family, placeId } = await createSchool();
    const cleo = await createPerson('Cleo');
    await joinFamily(cleo, family.inviteCode);
    const start = Date.now() - 3 * HOUR;
    for (const person of [ana, bo]) await visit(person, start, 10);
    const all = (await logOf(ana, placeId)).events.map(({ id }) => id);
    expect(all).toHaveLength(4);
    const paged: string[] = [];
    for (let before = ''; ;) {
      const page = await logOf(ana, placeId, `?limit=1${before}`);
      paged.push(...page.events.map(({ id }) => id));
      if (page.next === null) break;
      before = `&before=${page.next}`;
    }
    expect(paged).toEqual(all);
    const ofBo = (await logOf(ana, placeId, `?userId=${bo.id}`)).events;
    expect(ofBo.map(({ userId }) => userId)).toEqual([bo.id, bo.id]);
    // Cleo has just joined.
    expect((await logOf(cleo, placeId)).events).toEqual([]);
  });

  it('given a time, then the log has what happened before it', async () => {
    const { ana, placeId } = await createSchool();
    const { came, went } = await visit(ana, Date.now() - HOUR, 10);
    const times = async (before: number) =>
      (await logOf(ana, placeId, `?before=${iso(before)}`)).events.map(({ timestamp }) => timestamp);
    expect(await times(went + 1)).toEqual([iso(went), iso(came)]);
    expect(await times(went)).toEqual([iso(came)]);
    expect(await times(came)).toEqual([]);
  });

  it('given a polygon, then the log says how far from its edge the position was', async () => {
    const { ana, family } = await createSchool();
    const north = (metres: number) => SCHOOL.latitude + metres / 111_195;
    const east = (metres: number) =>
      SCHOOL.longitude + metres / (111_195 * Math.cos((SCHOOL.latitude * Math.PI) / 180));
    const polygon = [
      [east(-400), north(-100)],
      [east(400), north(-100)],
      [east(400), north(100)],
      [east(-400), north(100)],
    ];
    const yard = await createGeofence(ana, family.id, { polygon });
    await visit(ana, Date.now() - HOUR, 10);
    const { events } = await logOf(ana, yard.id);
    expect(events.map(({ distance, fromEdge }) => [Math.round(distance / 10) * 10, fromEdge])).toEqual([
      [200, true],
      [80, true],
    ]);
  });

  it.each(['before=yesterday', 'limit=0', 'limit=501', 'tz=Mars/Base'])(
    'given the query %s, then the answer is 400',
    async (query) => {
      const { ana, placeId } = await createSchool();
      expect((await ana.call('GET', `/api/geofences/${placeId}/events?${query}`)).statusCode).toBe(400);
    },
  );

  it('given a member who is still there, then the time counts to their last position', async () => {
    const { ana, bo, placeId } = await createSchool();
    const start = Date.now() - HOUR;
    const fixes = [fix(start - MINUTE, 900), fix(start, 10), fix(start + 30 * MINUTE, 10)];
    await ana.call('POST', '/api/locations', fixes);
    const days = (await logOf(bo, placeId, '?tz=UTC')).days ?? [];
    expect(days.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(30 * 60);
  });
});

describe('time at a place per day', () => {
  const at = (time: string): number => Date.parse(`2026-03-${time}:00.000Z`);
  const period = { from: at('20T00:00'), now: at('31T12:00'), timeZone: 'Europe/Berlin' };
  const entry = (time: string, event: 'entered' | 'exited', revision = 1) => ({
    userId: 'ana',
    at: at(time),
    event,
    revision,
  });
  const place = { revision: 1, insideNow: [] };

  it('given a night over the change of clocks, then each day has its part of it', () => {
    const events = [entry('28T20:00', 'entered'), entry('29T23:00', 'exited')];
    expect(timeAtPlace(events, place, period)).toEqual([
      { date: '2026-03-30', userId: 'ana', seconds: 3_600 },
      { date: '2026-03-29', userId: 'ana', seconds: 23 * 3_600 },
      { date: '2026-03-28', userId: 'ana', seconds: 3 * 3_600 },
    ]);
  });

  it.each([
    ['an exit without an entry', [entry('25T10:00', 'exited')]],
    ['an entry without an exit', [entry('25T10:00', 'entered')]],
    ['a geofence that was moved between', [entry('25T10:00', 'entered'), entry('25T11:00', 'exited', 2)]],
  ])('given %s, then nothing is counted', (_what, events) => {
    expect(timeAtPlace(events, place, period)).toEqual([]);
  });

  it('given two entries in a row, then the time counts from the second', () => {
    const events = [entry('25T08:00', 'entered'), entry('25T10:00', 'entered'), entry('25T11:00', 'exited')];
    expect(timeAtPlace(events, place, period)).toEqual([
      { date: '2026-03-25', userId: 'ana', seconds: 3_600 },
    ]);
  });
});
