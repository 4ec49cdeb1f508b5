import { once } from 'node:events';
import { type IncomingMessage, get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { LOCATIONS_PER_POST } from '#contract/limits';
import { HISTORY_COLUMNS_TYPE, HistoryColumns, HistoryEntry, LocationsStored } from '#contract/locations';
import { emptyColumns, unpackFixes } from '#shared/historyCodec';
import { parseAnswer, parseError, type Person } from './support/people';
import { flushSockets } from './support/socket';
import { useServer } from './support/useServer';

const { server, createPerson, createFamilyOfTwo, connectFamilyOfTwo } = useServer();

const DAY = '2025-01-01';
const START = Date.parse(`${DAY}T00:00:00.000Z`);

/** Stores a fix a second from the beginning of the day. */
async function withFixes(of: Person, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    user_id: of.id,
    recorded_at: START + index * 1_000,
    latitude: Number((45.2 + index / 1_000_000).toFixed(6)),
    longitude: Number((13.7 - index / 1_000_000).toFixed(6)),
    accuracy: index % 3 === 0 ? null : index % 50,
  }));
  for (let from = 0; from < rows.length; from += 5_000) {
    await server.database
      .insertInto('locations')
      .values(rows.slice(from, from + 5_000))
      .execute();
  }
}

const dayOf = (person: Person, headers: Record<string, string> = {}) =>
  server.app.inject({
    url: `/api/locations/history/${person.id}?date=${DAY}`,
    headers: { authorization: `Bearer ${person.token}`, ...headers },
  });
const COLUMNS = { accept: `${HISTORY_COLUMNS_TYPE}, application/json` };

describe('the time zone of a day', () => {
  it('given hundreds of spellings of one zone, then what is remembered for zones does not grow', async () => {
    const ana = await createPerson();
    const made = jest.spyOn(Intl, 'DateTimeFormat');
    const statuses = new Set<number>();
    for (let index = 0; index < 300; index += 1) {
      const tz = Array.from('america/new_york')
        .map((letter, at) => ((index >> (at % 9)) & 1 ? letter.toUpperCase() : letter))
        .join('');
      const url = `/api/locations/history/${ana.id}?date=${DAY}&tz=${tz}`;
      statuses.add((await ana.call('GET', url)).statusCode);
    }
    const remembered = made.mock.calls.filter(([, options]) => options?.timeZoneName === 'longOffset');
    made.mockRestore();
    expect([...statuses]).toEqual([200]);
    expect(remembered.map(([, options]) => options?.timeZone)).toEqual(['America/New_York']);
  });

  it.each(['+01:00', '-0100', 'Mars/Olympus', ''])('given %j, then 400', async (tz) => {
    const ana = await createPerson();
    const url = `/api/locations/history/${ana.id}?date=${DAY}&tz=${encodeURIComponent(tz)}`;
    expect(parseError(await ana.call('GET', url))).toEqual([400, 'The time zone is not known']);
  });
});

describe('a day of 86,400 fixes', () => {
  let ana: Person;
  beforeAll(async () => {
    ana = await createPerson();
    await withFixes(ana, 86_400);
  });

  it('given any client, then all of them come as a list in time order', async () => {
    const entries = z.array(HistoryEntry).parse((await dayOf(ana)).json());
    expect(entries).toHaveLength(86_400);
    expect(entries[0]).toEqual({
      latitude: 45.2,
      longitude: 13.7,
      accuracy: null,
      timestamp: `${DAY}T00:00:00.000Z`,
    });
    expect(entries.at(-1)?.timestamp).toBe(`${DAY}T23:59:59.000Z`);
    expect(entries.every(({ timestamp }, index) => Date.parse(timestamp) === START + index * 1_000)).toBe(
      true,
    );
  });

  it('given a client that takes columns, then they hold the same in at most 0.3 times the bytes', async () => {
    const [rows, columns] = [await dayOf(ana), await dayOf(ana, COLUMNS)];
    expect(columns.headers['content-type']).toBe(HISTORY_COLUMNS_TYPE);
    const entries = z.array(HistoryEntry).parse(rows.json());
    const { blocks } = HistoryColumns.parse(columns.json());
    const fixes = emptyColumns(entries.length);
    blocks.reduce((at, block) => (unpackFixes(block, fixes, at), at + block.count), 0);
    expect([...fixes.times]).toEqual(entries.map(({ timestamp }) => Date.parse(timestamp)));
    expect([...fixes.latitudes]).toEqual(entries.map(({ latitude }) => latitude));
    expect([...fixes.longitudes]).toEqual(entries.map(({ longitude }) => longitude));
    expect([...fixes.accuracies]).toEqual(entries.map(({ accuracy }) => accuracy ?? Number.NaN));
    expect(columns.rawPayload.length / rows.rawPayload.length).toBeLessThan(0.3);
    const [packedRows, packedColumns] = [
      await dayOf(ana, { 'accept-encoding': 'gzip' }),
      await dayOf(ana, { ...COLUMNS, 'accept-encoding': 'br, gzip' }),
    ];
    expect([packedRows.headers['content-encoding'], packedColumns.headers['content-encoding']]).toEqual([
      'gzip',
      'gzip',
    ]);
    expect(gunzipSync(packedRows.rawPayload).toString()).toBe(rows.body);
    expect(gunzipSync(packedColumns.rawPayload).toString()).toBe(columns.body);
    expect(packedColumns.rawPayload.length / packedRows.rawPayload.length).toBeLessThan(0.3);
  });

  it('given a day on its way, then others are answered meanwhile, and a client that leaves harms nothing', async () => {
    const url = `${server.origin}/api/locations/history/${ana.id}?date=${DAY}`;
    const headers = { authorization: `Bearer ${ana.token}` };
    const leaving = get(url, { headers, agent: false });
    const [half] = (await once(leaving, 'response')) as [IncomingMessage];
    const whole = fetch(url, { headers }).then((answer) => answer.json());
    expect((await server.app.inject({ url: '/readyz' })).statusCode).toBe(200);
    half.destroy();
    expect(await whole).toHaveLength(86_400);
    expect(server.log.filter((line) => line.includes('a call failed'))).toEqual([]);
  });
});

describe('the ends of a day', () => {
  it.each([
    ['nothing', 0],
    ['one fix', 1],
    ['exactly one page', 2_000],
    ['one fix more', 2_001],
  ])('given %s, then both forms hold exactly that', async (_what, count) => {
    const ana = await createPerson();
    await withFixes(ana, count);
    expect((await dayOf(ana)).json()).toHaveLength(count);
    const { blocks } = HistoryColumns.parse((await dayOf(ana, COLUMNS)).json());
    expect(blocks.reduce((sum, block) => sum + block.count, 0)).toBe(count);
  });
});

describe('a queue that was filled offline', () => {
  const at = (minutes: number) => new Date(server.clock.now() + minutes * 60_000).toISOString();
  const HOME = { latitude: 46.05, longitude: 14.5, accuracy: 8 };
  const post = (who: Person, body: object) => who.call('POST', '/api/locations', body);
  const stored = async (of: Person) => server.positionsOf(of);

  it('given several fixes in any order, when posted, then all are stored and the newest is published once', async () => {
    const { ana, anasTab, bosTab } = await connectFamilyOfTwo();
    server.clock.move(60 * 60_000);
    const times = [at(-10), at(-30), at(-20)];
    const answer = await post(
      ana,
      times.map((timestamp) => ({ ...HOME, timestamp })),
    );
    expect(parseAnswer(LocationsStored, answer)).toEqual({ stored: 3 });
    await flushSockets(anasTab, bosTab);
    const news = [['location:updated', { userId: ana.id, ...HOME, timestamp: times[0] }]];
    expect([anasTab.received, bosTab.received]).toEqual([news, news]);
    expect(await stored(ana)).toHaveLength(3);
  });

  it('given the same queue again, then it is stored and published once', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const queue = [-3, -2, -1].map((minutes) => ({ ...HOME, timestamp: at(minutes) }));
    await post(ana, queue);
    const tab = await bo.connect();
    expect(parseAnswer(LocationsStored, await post(ana, queue))).toEqual({ stored: 3 });
    await flushSockets(tab);
    expect([tab.received, (await stored(ana)).length]).toEqual([[], 3]);
  });

  it('given one fix without a list, and the same moment twice in a list, then each is one', async () => {
    const ana = await createPerson();
    expect(parseAnswer(LocationsStored, await post(ana, { ...HOME, timestamp: at(-5) }))).toEqual({
      stored: 1,
    });
    const twice = { ...HOME, timestamp: at(-1) };
    expect(parseAnswer(LocationsStored, await post(ana, [twice, twice]))).toEqual({ stored: 1 });
    expect(await stored(ana)).toHaveLength(2);
  });

  it('given a way through a geofence, then its crossings are sent with their own times, as if live', async () => {
    const { ana, bo, id: familyId } = await createFamilyOfTwo();
    const place = { name: 'School', latitude: 46.05, longitude: 14.5, radius: 100, familyId };
    await bo.call('POST', '/api/geofences', place);
    const tab = await bo.connect();
    const times = [at(-12), at(-8), at(-4)];
    const latitudes = [46.1, 46.05, 46.1];
    await post(
      ana,
      times.map((timestamp, index) => ({ ...HOME, latitude: latitudes[index], timestamp })),
    );
    await flushSockets(tab);
    const crossings = tab.received.filter(([event]) => event.startsWith('geofence:'));
    expect(
      crossings.map(([event, payload]) => [event, (payload as { timestamp: string }).timestamp]),
    ).toEqual([
      ['geofence:entered', times[1]],
      ['geofence:exited', times[2]],
    ]);
  });

  it('given a full list of 1,000, then it fits', async () => {
    const ana = await createPerson();
    const queue = Array.from({ length: LOCATIONS_PER_POST }, (_, index) => ({
      latitude: 46.051234,
      longitude: -114.512345,
      accuracy: 12.345678901234,
      timestamp: new Date(server.clock.now() - index * 1_000).toISOString(),
    }));
    expect(parseAnswer(LocationsStored, await post(ana, queue))).toEqual({ stored: 1_000 });
  });

  it.each([
    ['an empty list', [], 'Between 1 and 1000 locations can be sent at once'],
    ['no time', { ...HOME }, 'The time must be an ISO 8601 UTC time'],
    [
      'a text',
      { ...HOME, latitude: '46', timestamp: '2025-01-01T00:00:00.000Z' },
      'Latitude must be a number from -90 to 90',
    ],
    [
      'one that is wrong',
      [{ ...HOME, timestamp: '2025-01-01T00:00:00.000Z' }, 7],
      'A location needs latitude, longitude and timestamp',
    ],
    [
      'an unknown field',
      { ...HOME, timestamp: '2025-01-01T00:00:00.000Z', userId: 'x' },
      'Unknown field: userId',
    ],
  ])('given %s, then 400 with one sentence, and nothing is stored', async (_what, body, sentence) => {
    const ana = await createPerson();
    expect(parseError(await post(ana, body))).toEqual([400, sentence]);
    expect(await stored(ana)).toEqual([]);
  });

  it('given more than 1,000, or more than 256 kB, then it is refused', async () => {
    const ana = await createPerson();
    const fix = { latitude: 1, longitude: 2, timestamp: '2025-01-01T00:00:00.000Z' };
    expect(
      (
        await post(
          ana,
          Array.from({ length: LOCATIONS_PER_POST + 1 }, () => fix),
        )
      ).statusCode,
    ).toBe(400);
    expect((await post(ana, [{ ...fix, padding: 'x'.repeat(256 * 1024) }])).statusCode).toBe(413);
  });
});
