import * as z from 'zod/mini';
import { HistoryEntry, Location } from '#contract/locations';
import {
  createFamily,
  joinFamily,
  leaveFamily,
  parseAnswer,
  parseError,
  type Person,
} from './support/people';
import { flushSockets, type TestSocket, waitUntil } from './support/socket';
import { startTestServer } from './support/startTestServer';
import { useServer } from './support/useServer';

const { server, createPerson, createFamilyOfTwo, connectFamilyOfTwo } = useServer();

const visiblePositions = async (someone: Person) =>
  parseAnswer(z.array(Location), await someone.call('GET', '/api/locations/family'));
const history = async (viewer: Person, of: Person, query: string) =>
  parseAnswer(z.array(HistoryEntry), await viewer.call('GET', `/api/locations/history/${of.id}?${query}`));

const HOME = { latitude: 46.05, longitude: 14.5, accuracy: 8 };
const minutesAgo = (minutes: number): string => new Date(server.clock.now() - minutes * 60_000).toISOString();
const today = (): string => new Date(server.clock.now()).toISOString().slice(0, 10);

/** Latitudes of today, as one person sees another's. */
const seen = async (viewer: Person, of: Person) =>
  (await history(viewer, of, `date=${today()}`)).map(({ latitude }) => latitude);

/** Sends a fix and expects that it was stored. */
async function moved(socket: TestSocket, fix: object): Promise<void> {
  expect(await socket.send('location:update', fix)).toEqual({ ok: true });
}

describe('sharing a position', () => {
  it('given a family, when one moves, then the others and their own other tab receive it once', async () => {
    const [ana, bo, stranger] = [await createPerson(), await createPerson(), await createPerson()];
    await createFamily(ana, bo);
    await createFamily(bo, ana);
    await createFamily(stranger);
    const [tab, otherTab, bosTab, strangersTab] = [
      await ana.connect(),
      await ana.connect(),
      await bo.connect(),
      await stranger.connect(),
    ];
    await moved(tab, { latitude: 46.051_234_567, longitude: -0.000_000_01, accuracy: 4.5 });
    await flushSockets(tab, otherTab, bosTab, strangersTab);
    const [[, location] = []] = bosTab.received;
    expect(location).toEqual({
      userId: ana.id,
      latitude: 46.051235,
      longitude: 0,
      accuracy: 4.5,
      timestamp: expect.any(String),
    });
    expect(Math.abs(Date.parse(Location.parse(location).timestamp) - Date.now())).toBeLessThan(2_000);
    expect(bosTab.received).toEqual([['location:updated', location]]);
    expect(otherTab.received).toEqual(bosTab.received);
    expect([tab.received, strangersTab.received]).toEqual([[], []]);
    expect(await visiblePositions(bo)).toEqual([location]);
    expect(await visiblePositions(ana)).toEqual([location]);
    expect(await visiblePositions(stranger)).toEqual([]);
  });

  it('given a fix older than the last one, when it arrives, then it is in the history and moves no marker', async () => {
    const { ana, bo, anasTab: tab, bosTab } = await connectFamilyOfTwo();
    const [late, newest] = [minutesAgo(-1), minutesAgo(-1.5)];
    await moved(tab, { ...HOME, timestamp: newest });
    await moved(tab, { latitude: 1, longitude: 2, timestamp: late });
    await flushSockets(tab, bosTab);
    expect(bosTab.received).toHaveLength(1);
    expect((await visiblePositions(bo)).map(({ timestamp }) => timestamp)).toEqual([newest]);
    const days = [...new Set([late.slice(0, 10), newest.slice(0, 10)])];
    const entries = (await Promise.all(days.map((date) => history(bo, ana, `date=${date}`)))).flat();
    expect(entries).toEqual([
      { latitude: 1, longitude: 2, accuracy: null, timestamp: late },
      { ...HOME, timestamp: newest },
    ]);
  });

  it('given the same fix twice, then there is one row and one event', async () => {
    const { ana, anasTab: tab, bosTab } = await connectFamilyOfTwo();
    const fix = { ...HOME, timestamp: minutesAgo(0) };
    await moved(tab, fix);
    await moved(tab, fix);
    await flushSockets(tab, bosTab);
    expect(bosTab.received).toHaveLength(1);
    const rows = await server.positionsOf(ana);
    expect(rows).toHaveLength(1);
  });

  it('given a clock that runs ahead, then up to 120 s are believed and beyond that it is now', async () => {
    const ana = await createPerson();
    const tab = await ana.connect();
    const believed = minutesAgo(-1.9);
    await moved(tab, { ...HOME, timestamp: believed });
    expect((await visiblePositions(ana))[0]?.timestamp).toBe(believed);
    const other = await createPerson();
    await moved(await other.connect(), { ...HOME, timestamp: minutesAgo(-60) });
    const stored = Date.parse((await visiblePositions(other))[0]?.timestamp ?? '');
    expect(Math.abs(stored - server.clock.now())).toBeLessThan(2_000);
  });

  it('given members of several families, then each is listed once', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    await createFamily(ana, bo);
    await moved(await ana.connect(), HOME);
    await moved(await bo.connect(), HOME);
    const ids = (await visiblePositions(ana)).map(({ userId }) => userId);
    expect(new Set(ids)).toEqual(new Set([ana.id, bo.id]));
    expect(ids).toHaveLength(2);
  });

  it('given a former member, when they move, then the family receives and sees nothing of it', async () => {
    const { ana, bo, id, anasTab, bosTab } = await connectFamilyOfTwo();
    await leaveFamily(bo, id);
    await moved(bosTab, HOME);
    await moved(anasTab, HOME);
    await flushSockets(anasTab, bosTab);
    const heardMoving = [...anasTab.received, ...bosTab.received].filter(
      ([event]) => event === 'location:updated',
    );
    expect(heardMoving).toEqual([]);
    expect((await visiblePositions(ana)).map(({ userId }) => userId)).toEqual([ana.id]);
    expect(parseError(await ana.call('GET', `/api/locations/history/${bo.id}?date=${today()}`))[0]).toBe(404);
  });
});

describe('the history of a day', () => {
  it('given the days when clocks change, then they have 23 and 25 hours', async () => {
    const ana = await createPerson();
    const rows = [
      '2025-03-29T22:59:59.999Z',
      '2025-03-29T23:00:00.000Z',
      '2025-03-30T21:59:59.999Z',
      '2025-03-30T22:00:00.000Z',
      '2025-10-25T21:59:59.999Z',
      '2025-10-25T22:00:00.000Z',
      '2025-10-26T22:59:59.999Z',
      '2025-10-26T23:00:00.000Z',
    ];
    for (const row of rows) {
      await server.database
        .insertInto('locations')
        .values({ user_id: ana.id, recorded_at: Date.parse(row), latitude: 1, longitude: 2, accuracy: null })
        .execute();
    }
    const times = async (date: string) =>
      (await history(ana, ana, `date=${date}&tz=Europe/Ljubljana`)).map(({ timestamp }) => timestamp);
    expect(await times('2025-03-30')).toEqual(rows.slice(1, 3));
    expect(await times('2025-10-26')).toEqual(rows.slice(5, 7));
  });

  it('given a member who joined later, when they look, then each sees the other from that time on', async () => {
    const [ana, bo, cy] = [await createPerson(), await createPerson(), await createPerson()];
    const [anasTab, bosTab] = [await ana.connect(), await bo.connect()];
    await moved(bosTab, { latitude: 1, longitude: 1, timestamp: minutesAgo(0) });
    const { inviteCode } = await createFamily(ana, bo);
    await moved(anasTab, { latitude: 2, longitude: 2 });
    await moved(bosTab, { latitude: 3, longitude: 3 });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await joinFamily(cy, inviteCode);
    await moved(anasTab, { latitude: 4, longitude: 4 });
    expect(await seen(cy, ana)).toEqual([4]);
    expect(await seen(cy, bo)).toEqual([]);
    expect(await seen(ana, bo)).toEqual([3]);
    expect(await seen(bo, ana)).toEqual([2, 4]);
    expect(await seen(bo, bo)).toEqual([1, 3]);
  });

  it('given two shared families, then the earlier togetherness counts', async () => {
    const { ana, bo } = await createFamilyOfTwo();
    await moved(await ana.connect(), HOME);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await createFamily(ana, bo);
    expect(await history(bo, ana, `date=${today()}`)).toHaveLength(1);
  });

  it('given a stranger and a person who is not there, then both answers are the same bytes', async () => {
    const [ana, stranger] = [await createPerson(), await createPerson()];
    const others = await stranger.call('GET', `/api/locations/history/${ana.id}?date=2025-01-01`);
    expect(parseError(others)).toEqual([404, 'This person was not found']);
    expect((await stranger.call('GET', '/api/locations/history/nobody?date=2025-01-01')).body).toBe(
      others.body,
    );
  });
});

describe('keeping positions', () => {
  it('given positions past their retention time, when a server starts, then only younger ones are left', async () => {
    const first = await startTestServer({ env: { LOCATION_RETENTION_DAYS: '7' } });
    const [ana, bo] = [await first.createPerson(), await first.createPerson()];
    const day = 24 * 3_600_000;
    for (const [who, age] of [
      [ana, 8],
      [ana, 6],
      [bo, 8],
    ] as const) {
      const row = {
        user_id: who.id,
        recorded_at: Date.now() - age * day,
        latitude: 1,
        longitude: 2,
        accuracy: null,
      };
      await first.database.insertInto('locations').values(row).execute();
      await first.database
        .insertInto('latest_locations')
        .values(row)
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute();
    }
    await first.close();
    const second = await startTestServer({ env: { LOCATION_RETENTION_DAYS: '7' }, dataDir: first.dataDir });
    for (const table of ['locations', 'latest_locations'] as const) {
      const left = () => second.database.selectFrom(table).select('user_id').execute();
      await waitUntil(async () => (await left()).length < 2);
      expect(await left()).toEqual([{ user_id: ana.id }]);
    }
  });
});
