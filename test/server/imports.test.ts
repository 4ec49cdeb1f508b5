import { request } from 'node:http';
import * as z from 'zod/mini';
import { Import } from '#contract/imports';
import { DaySummary, Timeline } from '#contract/timeline';
import { uuids } from '#server/clock';
import { transactionsOn } from '#server/db/transactions';
import { correctionRepository } from '#server/features/locations/corrections/repository';
import { importRepository } from '#server/features/locations/imports/repository';
import { sourceRepository } from '#server/features/locations/sources/repository';
import { importService } from '#server/features/locations/imports/service';
import { createFamily, parseAnswer, parseError, type Person } from './support/people';
import { startTestServer } from './support/startTestServer';
import { useServer } from './support/useServer';

const { server, createPerson, createFamilyOfTwo } = useServer();

const DAY = 24 * 3_600_000;
const START = Date.parse('2019-05-04T08:00:00.000Z');

interface Fix {
  time: number;
  latitude?: number;
}
const minutes = (count: number, from = START): Fix[] =>
  Array.from({ length: count }, (_, minute) => ({ time: from + minute * 60_000 }));

/** A file with these fixes. */
const gpx = (fixes: readonly Fix[]): string => {
  const points = fixes.map(
    ({ time, latitude = 46 }) =>
      `<trkpt lat="${latitude}" lon="14"><time>${new Date(time).toISOString()}</time></trkpt>`,
  );
  return `<?xml version="1.0"?><gpx version="1.1"><trk><trkseg>${points.join('\n')}</trkseg></trk></gpx>`;
};

const upload = (who: Person, text: string, query = 'name=walk.gpx') =>
  server.app.inject({
    method: 'POST',
    url: `/api/imports?${query}`,
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(text),
  });
const uploaded = async (who: Person, fixes: readonly Fix[]): Promise<Import> =>
  parseAnswer(Import, await upload(who, gpx(fixes)), 201);
const accept = (who: Person, { id }: Import, shared = false) =>
  who.call('POST', `/api/imports/${id}/accept`, { shared });
const listed = async (who: Person) => parseAnswer(z.array(Import), await who.call('GET', '/api/imports'));
const history = async (viewer: Person, of: Person, date = '2019-05-04') =>
  z
    .array(z.unknown())
    .parse((await viewer.call('GET', `/api/locations/history/${of.id}?date=${date}`)).json());
const timeline = async (viewer: Person, of: Person) =>
  parseAnswer(Timeline, await viewer.call('GET', `/api/locations/timeline/${of.id}?date=2019-05-04`));
const storedRows = () => server.database.selectFrom('imported_locations').selectAll().execute();

describe('a file of positions', () => {
  it('given a file, then its summary comes first, and it counts only when it is accepted', async () => {
    const ana = await createPerson();
    const answer = await upload(
      ana,
      gpx(minutes(90, START + 15 * 3_600_000)),
      'name=walk.gpx&tz=Europe/Rome',
    );
    const found = parseAnswer(Import, answer, 201);
    expect([answer.statusCode, found]).toMatchObject([
      201,
      {
        name: 'walk.gpx',
        format: 'gpx',
        state: 'read',
        first: '2019-05-04T23:00:00.000Z',
        last: '2019-05-05T00:29:00.000Z',
        // The night of Rome began at 22:00 UTC.
        days: 1,
        fixes: 90,
        doubles: 0,
        skipped: 0,
        paused: 0,
        shared: false,
      },
    ]);
    expect(await history(ana, ana)).toEqual([]);
    expect(parseAnswer(Import, await accept(ana, found))).toMatchObject({ state: 'accepted' });
    expect(await history(ana, ana)).toHaveLength(60);
    expect(await listed(ana)).toMatchObject([{ id: found.id, state: 'accepted' }]);
  });

  it('given an accepted import, then it is in timeline and days, and undoing it leaves no trace', async () => {
    const ana = await createPerson();
    const days = async () =>
      (await ana.call('GET', `/api/locations/days/${ana.id}?from=2019-05-01&to=2019-05-31`)).json();
    expect(await days()).toEqual([]);
    const found = await uploaded(ana, minutes(120));
    await accept(ana, found);
    expect((await timeline(ana, ana)).entries).toMatchObject([{ kind: 'stay' }]);
    expect(await days()).toMatchObject([{ date: '2019-05-04', stays: 1 }]);
    expect((await ana.call('DELETE', `/api/imports/${found.id}`)).statusCode).toBe(204);
    expect([await listed(ana), await history(ana, ana), await days()]).toEqual([[], [], []]);
    expect((await storedRows()).filter(({ import_id }) => import_id === found.id)).toEqual([]);
  });

  it('given an import that spans years, then days without its positions are kept as others are', async () => {
    const ana = await createPerson();
    const noon = Math.floor(server.clock.now() / DAY) * DAY - 5 * DAY + DAY / 2;
    const live = (at: number) => ({ timestamp: new Date(at).toISOString(), latitude: 46, longitude: 14 });
    await ana.call('POST', '/api/locations', [live(noon), live(noon + DAY), live(noon + 2 * DAY)]);
    await accept(ana, await uploaded(ana, [...minutes(3), ...minutes(3, noon + DAY + 60_000)]));
    await accept(ana, await uploaded(ana, [...minutes(3, START + DAY), ...minutes(3, noon + 3 * DAY)]));
    const date = (ago: number) => new Date(noon + ago * DAY).toISOString().slice(0, 10);
    const path = `/api/locations/days/${ana.id}?from=${date(0)}&to=${date(2)}`;
    expect(parseAnswer(z.array(DaySummary), await ana.call('GET', path))).toHaveLength(3);
    const kept = await server.database
      .selectFrom('day_totals')
      .select('first_at')
      .where('user_id', '=', ana.id)
      .orderBy('first_at')
      .execute();
    expect(kept.map(({ first_at }) => first_at)).toEqual([noon, noon + 2 * DAY]);
  });

  it('given moments that are known, then they count as doubles, and the history has each once', async () => {
    const ana = await createPerson();
    const recent = server.clock.now() - 3_600_000;
    const live = minutes(10, recent).map(({ time }) => ({
      latitude: 45,
      longitude: 13,
      timestamp: new Date(time).toISOString(),
    }));
    await ana.call('POST', '/api/locations', live);
    const first = await uploaded(ana, minutes(30, recent));
    expect(first).toMatchObject({ fixes: 20, doubles: 10 });
    await accept(ana, first);
    expect(await uploaded(ana, minutes(31, recent))).toMatchObject({ fixes: 1, doubles: 30 });
    // A position of an imported moment that arrives later takes its place.
    await ana.call('POST', '/api/locations', [
      { latitude: 45, longitude: 13, timestamp: new Date(recent + 15 * 60_000).toISOString() },
    ]);
    const dates = new Set(
      [recent, recent + 30 * 60_000].map((at) => new Date(at).toISOString().slice(0, 10)),
    );
    let count = 0;
    for (const date of dates) count += (await history(ana, ana, date)).length;
    expect(count).toBe(30);
  });

  it('given an upload that broke off, when the file is sent again, then it has all positions', async () => {
    const ana = await createPerson();
    const broken = await uploaded(ana, minutes(20));
    await server.database
      .updateTable('imports')
      .set({ state: 'reading' })
      .where('id', '=', broken.id)
      .execute();
    const again = await uploaded(ana, [...minutes(30), ...minutes(2)]);
    expect(again).toMatchObject({ fixes: 30, doubles: 2 });
    await accept(ana, again);
    expect((await ana.call('DELETE', `/api/imports/${broken.id}`)).statusCode).toBe(204);
    expect(await history(ana, ana)).toHaveLength(30);
  });

  it('given a file that was read twice, when both are accepted, then the history has each moment once', async () => {
    const ana = await createPerson();
    const both = [await uploaded(ana, minutes(90)), await uploaded(ana, minutes(120))];
    expect(both).toMatchObject([
      { fixes: 90, doubles: 0 },
      { fixes: 120, doubles: 0 },
    ]);
    for (const found of both) await accept(ana, found);
    expect(await history(ana, ana)).toHaveLength(120);
    const exported = await ana.call('GET', `/api/locations/export/${ana.id}?format=csv`);
    expect(exported.body.match(/^fix,/gmu)).toHaveLength(120);
    expect((await timeline(ana, ana)).entries).toMatchObject([{ kind: 'stay' }]);
    await ana.call('DELETE', `/api/imports/${both[0]?.id}`);
    expect(await history(ana, ana)).toHaveLength(120);
  });

  it('given an import, then the family sees it only when the person says so, and no alert comes of it', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    const recent = server.clock.now() + 60_000;
    server.clock.move(10 * 60_000);
    // Midnight may be between the first and the last of the positions.
    const ends = [recent, recent + 2 * 60_000];
    const dates = new Set(ends.map((at) => new Date(at).toISOString().slice(0, 10)));
    const seen = async () => (await Promise.all([...dates].map((date) => history(bo, ana, date)))).flat();
    const tab = await bo.connect();
    const found = await uploaded(ana, minutes(3, recent));
    expect(await listed(bo)).toEqual([]);
    for (const call of [accept(bo, found), bo.call('DELETE', `/api/imports/${found.id}`)])
      expect(parseError(await call)).toEqual([404, 'This import was not found']);
    await accept(ana, found);
    expect(await seen()).toEqual([]);
    await accept(ana, found, true);
    expect(await seen()).toHaveLength(3);
    await accept(ana, found, false);
    expect(await seen()).toEqual([]);
    expect(tab.received.filter(([event]) => event !== 'family:changed')).toEqual([]);
  });

  it('given a pause of sharing, then its positions are left out and counted', async () => {
    const ana = await createPerson();
    const from = server.clock.now();
    await ana.call('PUT', '/api/sharing', { paused: true });
    server.clock.move(10 * 60_000);
    await ana.call('PUT', '/api/sharing', { paused: false });
    const found = await uploaded(ana, minutes(20, from - 9.5 * 60_000));
    expect(found).toMatchObject({ fixes: 10, doubles: 0, paused: 10 });
    const times = (await storedRows()).filter(({ import_id }) => import_id === found.id);
    expect(times.filter(({ recorded_at: at }) => at >= from && at < from + 10 * 60_000)).toEqual([]);
  });

  it('given files that cannot be read, then one sentence says why, and nothing is stored', async () => {
    const ana = await createPerson();
    const refused = async (text: string) => parseError(await upload(ana, text))[0];
    expect(await refused('Dear diary')).toBe(400);
    expect(await refused(gpx(minutes(2_000)).slice(0, -40))).toBe(400);
    const json = await ana.call('POST', '/api/imports?name=a.gpx', {});
    expect(parseError(json)).toEqual([400, 'A file is expected here']);
    const rows = await server.database
      .selectFrom('imports')
      .selectAll()
      .where('user_id', '=', ana.id)
      .execute();
    expect([rows, await listed(ana)]).toEqual([[], []]);
  });

  it('given an import that no one decides on, then it goes after a day', async () => {
    const ana = await createPerson();
    const [found, accepted] = [await uploaded(ana, minutes(3)), await uploaded(ana, minutes(3, START - DAY))];
    const { database } = server;
    const inTransaction = transactionsOn(database);
    const imports = importRepository(database);
    await importService({
      imports: {
        ...imports,
        async undecidedBefore(moment) {
          const undecided = await imports.undecidedBefore(moment);
          await accept(ana, accepted);
          return undecided;
        },
      },
      sources: sourceRepository(database),
      corrections: correctionRepository(database),
      inTransaction: inTransaction(importRepository),
      eraseDeletedData: () => Promise.resolve(),
      requireSpace: () => Promise.resolve(),
      clock: { now: () => server.clock.now() + DAY + 1 },
      ids: uuids,
    }).deleteUndecided();
    expect((await listed(ana)).map(({ id }) => id)).toEqual([accepted.id]);
    const stored = (await storedRows()).map(({ import_id }) => import_id);
    expect([stored.includes(found.id), stored.includes(accepted.id)]).toEqual([false, true]);
  });

  it('given a file as another content type elsewhere, then only JSON is understood there', async () => {
    const ana = await createPerson();
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/families',
      headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/octet-stream' },
      payload: Buffer.from('{}'),
    });
    expect(answer.statusCode).toBe(415);
  });
});

describe('an upload that takes long', () => {
  /** Sends a file in two pieces with a pause between. @returns the status, or what ended the connection */
  function sendSlowly(origin: string, token: string): Promise<number | string> {
    const [first, rest] = [gpx(minutes(3)).slice(0, 100), gpx(minutes(3)).slice(100)];
    return new Promise((resolve) => {
      const call = request(`${origin}/api/imports?name=slow.gpx`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      });
      call.on('response', (answer) => resolve(answer.resume().statusCode ?? 0));
      call.on('error', () => resolve('closed'));
      call.write(first);
      setTimeout(() => call.end(rest), 2_500);
    });
  }

  it('given a signed-in person, then it is read; given a stranger, then it is refused at once', async () => {
    const hasty = await startTestServer({
      deps: { timeouts: { request: 1_500, headers: 1_500, check: 100 } },
    });
    const ana = await hasty.createPerson();
    expect(await sendSlowly(hasty.origin, ana.token)).toBe(201);
    expect(await sendSlowly(hasty.origin, 'unknown')).toBe(401);
  });
});

describe('positions as a file', () => {
  const file = async (viewer: Person, of: Person, query: string) =>
    viewer.call('GET', `/api/locations/export/${of.id}?${query}`);

  it('given positions and an import, then each format has them, and is read back as it was', async () => {
    const ana = await createPerson();
    await accept(ana, await uploaded(ana, minutes(120)));
    for (const [format, type] of [
      ['gpx', 'application/gpx+xml; charset=utf-8'],
      ['geojson', 'application/geo+json; charset=utf-8'],
      ['csv', 'text/csv; charset=utf-8'],
    ]) {
      const answer = await file(ana, ana, `format=${format}`);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type]);
      const bo = await createPerson();
      const again = parseAnswer(Import, await upload(bo, answer.body, `name=again.${format}`), 201);
      expect(again).toMatchObject({ fixes: 120, doubles: 0, skipped: 0 });
      await accept(bo, again);
      expect(await history(bo, bo)).toEqual(await history(ana, ana));
    }
  });

  it('given days, then only these are in it; given another format, then it is refused', async () => {
    const ana = await createPerson();
    await accept(ana, await uploaded(ana, [...minutes(3), ...minutes(4, START + 3 * DAY)]));
    const lines = async (query: string) => (await file(ana, ana, query)).body.split('\n').length - 2;
    expect(await lines('format=csv&from=2019-05-04&to=2019-05-04')).toBe(3);
    expect(await lines('format=csv&from=2019-05-05')).toBe(4);
    expect((await file(ana, ana, 'format=pdf')).statusCode).toBe(400);
  });

  it('given a stranger or the family, then they get what they may see of the history', async () => {
    const ana = await createPerson();
    await accept(ana, await uploaded(ana, minutes(3)), true);
    const [bo, stranger] = [await createPerson(), await createPerson()];
    await createFamily(ana, bo);
    expect((await file(stranger, ana, 'format=csv')).statusCode).toBe(404);
    expect((await file(bo, ana, 'format=csv')).body.split('\n')).toHaveLength(2);
  });
});
