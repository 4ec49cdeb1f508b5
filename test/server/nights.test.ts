import { Timeline } from '#contract/timeline';
import { parseAnswer, type Person } from './support/people';
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
