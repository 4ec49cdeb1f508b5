import * as z from 'zod/mini';
import { Geofence } from '#contract/geofences';
import { DaySummary, Timeline } from '#contract/timeline';
import { createFamily, parseAnswer, type Person } from './support/people';
import { useServer } from './support/useServer';

const { server, createPerson } = useServer();

const MINUTE = 60_000;
const iso = (moment: number): string => new Date(moment).toISOString();

/** Adds a fix of every 10 minutes at one place, from a file, because files bring days of other seasons. */
async function wasAt(who: Person, from: string, to: string, latitude = 46): Promise<void> {
  const rows: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 10 * MINUTE)
    rows.push(`${iso(at)},${latitude},14`);
  const upload = await server.app.inject({
    method: 'POST',
    url: '/api/imports?name=night.csv',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(['time,latitude,longitude', ...rows].join('\n')),
  });
  const { id } = upload.json<{ id: string }>();
  await who.call('POST', `/api/imports/${id}/accept`, {});
}

const firstStay = async (who: Person, date: string) => {
  const path = `/api/locations/timeline/${who.id}?date=${date}&tz=Europe/Ljubljana`;
  return parseAnswer(Timeline, await who.call('GET', path)).entries[0];
};

describe('a stay over the midnight after a day on which clocks change', () => {
  it.each([
    // This Sunday has 23 hours: 24 hours before its end are part of Saturday.
    ['2025-03-30', '2025-03-29T20:00:00+01:00', '2025-03-30T00:00:00+01:00', '2025-03-31'],
    // This one has 25.
    ['2025-10-26', '2025-10-26T00:00:00+02:00', '2025-10-26T00:00:00+02:00', '2025-10-27'],
  ])('given a stay on all of %s, then the next day says since its midnight', async (_, from, since, next) => {
    const ana = await createPerson();
    await wasAt(ana, from, `${next}T08:00:00Z`);
    expect(await firstStay(ana, next)).toMatchObject({ kind: 'stay', since: iso(Date.parse(since)) });
  });
});

describe('a night that was named from its evening', () => {
  /** A night of July at one place, named in the evening, after an afternoon elsewhere. */
  async function createNight(nameOf: (who: Person) => Promise<object>): Promise<Person> {
    const ana = await createPerson();
    await wasAt(ana, '2025-07-01T14:00:00Z', '2025-07-01T18:00:00Z', 46.2);
    await wasAt(ana, '2025-07-01T20:00:00Z', '2025-07-02T08:00:00Z');
    const evening = { start: '2025-07-01T20:00:00.000Z', end: '2025-07-01T23:50:00.000Z' };
    const body = { kind: 'name', ...evening, ...(await nameOf(ana)) };
    expect((await ana.call('PUT', '/api/locations/corrections/a', body)).statusCode).toBe(200);
    return ana;
  }
  const named = (name: string) => createNight(() => Promise.resolve({ name }));
  const morningOf = (csv: string) =>
    csv.split('\n').find((line) => line.startsWith('stay,2025-07-02T00:00:00.000Z'));
  const exported = async (who: Person, days: string) =>
    (await who.call('GET', `/api/locations/export/${who.id}?format=csv${days}`)).body;

  it('given an export, then its morning has the name as well, also in the file of that day alone', async () => {
    const ana = await named('Grandma');
    for (const days of ['', '&from=2025-07-01&to=2025-07-02', '&from=2025-07-02&to=2025-07-02'])
      expect(morningOf(await exported(ana, days))).toMatch(/,Grandma$/u);
  });

  it('given another night at the place, then it has no name', async () => {
    const ana = await named('Grandma');
    await wasAt(ana, '2025-07-04T00:00:00Z', '2025-07-04T08:00:00Z');
    const lines = (await exported(ana, '')).split('\n').filter((line) => line.startsWith('stay,2025-07-04'));
    expect(lines.map((line) => line.split(',').at(-1))).toEqual(['']);
  });

  it('given the visits of the place, then both days have one, asked together or alone', async () => {
    let id = '';
    const ana = await createNight(async (who) => {
      const family = await createFamily(who);
      const place = { name: 'Cabin', latitude: 47, longitude: 14, radius: 100, familyId: family.id };
      id = parseAnswer(Geofence, await who.call('POST', '/api/geofences', place), 201).id;
      return { placeId: id };
    });
    const visits = async (from: string) => {
      const path = `/api/locations/days/${ana.id}?from=${from}&to=2025-07-02&place=${id}`;
      const days = parseAnswer(z.array(DaySummary), await ana.call('GET', path));
      return days.map(({ date, visits: found }) => [date, found?.length]);
    };
    expect(await visits('2025-07-01')).toEqual([
      ['2025-07-01', 1],
      ['2025-07-02', 1],
    ]);
    expect(await visits('2025-07-02')).toEqual([['2025-07-02', 1]]);
  });
});
