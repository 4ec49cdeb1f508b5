import { HISTORY_COLUMNS_TYPE, HistoryColumns } from '#contract/locations';
import { Timeline } from '#contract/timeline';
import { parseAnswer, type Person } from './support/people';
import { connectApp, sendJson } from './support/phoneApps';
import { useServer } from './support/useServer';

const { server, createFamilyOfTwo } = useServer({ env: { RATE_LIMITS: 'off', PHONES_OVER_HTTP: 'on' } });

const START = Date.parse('2025-01-01T08:00:00.000Z');
const DATE = '2025-01-01';
const MINUTE_MS = 60_000;

/** A drive as slow as a bicycle, of which the phone says that it is a drive. */
async function createDrive() {
  const { ana, bo } = await createFamilyOfTwo();
  const rows = Array.from({ length: 30 }, (_, minute) => ({
    user_id: ana.id,
    recorded_at: START + minute * MINUTE_MS,
    latitude: Number((45 + minute * 0.003).toFixed(6)),
    longitude: 13,
    accuracy: 5,
    speed: 5.5,
    battery: 0.64,
    motion: 'driving',
  }));
  await server.database.insertInto('locations').values(rows).execute();
  await server.database.updateTable('family_members').set({ joined_at: 0 }).execute();
  return { ana, bo };
}

const get = (viewer: Person, path: string, accept = 'application/json') =>
  server.app.inject({ url: path, headers: { authorization: `Bearer ${viewer.token}`, accept } });
const columnsFor = async (viewer: Person, { id }: Person) => {
  const answer = await get(viewer, `/api/locations/history/${id}?date=${DATE}`, HISTORY_COLUMNS_TYPE);
  return HistoryColumns.parse(answer.json()).blocks[0];
};
const fileFor = async (viewer: Person, { id }: Person, format: string) =>
  (await get(viewer, `/api/locations/export/${id}?format=${format}&from=${DATE}&to=${DATE}`)).body;

describe('a day of a phone', () => {
  it('given what the phone reports, then the columns have it, and the battery for the person alone', async () => {
    const { ana, bo } = await createDrive();
    const own = await columnsFor(ana, ana);
    expect([own?.speeds, own?.motions, own?.batteries].map((column) => column?.length)).toEqual([31, 30, 31]);
    const { batteries: _battery, ...shared } = own ?? {};
    expect(await columnsFor(bo, ana)).toEqual(shared);
  });

  it('given a client that takes the list, then its entries are those of the specification', async () => {
    const { ana } = await createDrive();
    const [entry] = (await get(ana, `/api/locations/history/${ana.id}?date=${DATE}`)).json<object[]>();
    expect(Object.keys(entry ?? {})).toEqual(['latitude', 'longitude', 'accuracy', 'timestamp']);
  });

  it('given the motion that the phone reports, then the trip has its mode', async () => {
    const { ana } = await createDrive();
    const answer = await get(ana, `/api/locations/timeline/${ana.id}?date=${DATE}`);
    expect(parseAnswer(Timeline, answer).entries).toMatchObject([{ kind: 'trip', mode: 'drive' }]);
  });

  it('given a file, then it has speed and accuracy, and the battery for the person alone', async () => {
    const { ana, bo } = await createDrive();
    const speed = '<gpxtpx:TrackPointExtension><gpxtpx:speed>5.5</gpxtpx:speed></gpxtpx:TrackPointExtension>';
    const accuracy = '<kinmap:accuracy>5</kinmap:accuracy>';
    const battery = '<kinmap:battery>0.64</kinmap:battery>';
    expect(await fileFor(ana, ana, 'gpx')).toContain(
      `<extensions>${speed}${accuracy}${battery}</extensions>`,
    );
    expect(await fileFor(bo, ana, 'gpx')).toContain(`<extensions>${speed}${accuracy}</extensions>`);
    expect(await fileFor(ana, ana, 'geojson')).toContain('"accuracy":5,"speed":5.5,"battery":0.64}');
    expect(await fileFor(bo, ana, 'geojson')).toContain('"accuracy":5,"speed":5.5}');
    const row = 'fix,2025-01-01T08:00:00.000Z,,45,13,5,5.5';
    expect(await fileFor(ana, ana, 'csv')).toContain(`\n${row},0.64,\n`);
    expect(await fileFor(bo, ana, 'csv')).toContain(`\n${row},,\n`);
  });
});

it('given a position of a phone with a motion, then it is stored with it, and exported', async () => {
  const { ana } = await createFamilyOfTwo();
  const { key } = await connectApp(server, ana, 'overland');
  const timestamp = new Date(server.clock.now()).toISOString();
  await sendJson(server, 'overland', key, {
    locations: [
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [13, 45] },
        properties: { timestamp, horizontal_accuracy: 5, motion: ['walking'] },
      },
    ],
  });
  const row = server.database.selectFrom('locations').select('motion').where('user_id', '=', ana.id);
  expect(await row.execute()).toEqual([{ motion: 'walking' }]);
  expect((await ana.call('GET', `/api/users/${ana.id}/export`)).json()).toMatchObject({
    locations: [{ motion: 'walking' }],
  });
});
