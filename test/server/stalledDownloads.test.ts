import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { promisify } from 'node:util';
import { SessionAnswer } from '#contract/session';
import { answersUnderWay } from '#server/http/answersUnderWay';
import { leaveFamily, parseAnswer, PASSWORD, type Person, sessionOf } from './support/people';
import { startTestServer, type TestServer } from './support/startTestServer';
import { waitUntil } from './support/socket';
import { useServer } from './support/useServer';

const UNLIMITED = { RATE_LIMITS: 'off' };
const { server, createFamilyOfTwo } = useServer({ env: UNLIMITED });

const LATER = '12.345678';
/** How an answer ends that came as a whole. */
const END = '\r\n0\r\n\r\n';
const PER_STATEMENT = 4_000;
/** More than the buffers of a connection take, so that the server has to wait for its reader. */
const FIXES = 160_000;
/** Storing and sending them takes long on a busy machine. */
const TIMEOUT_MS = 120_000;

/** Gives a person a long day that ends a minute ago, and lets others see it. */
async function storeLongDay({ id }: Person, { database, clock }: TestServer = server): Promise<void> {
  const last = clock.now() - 60_000;
  for (let from = 0; from < FIXES; from += PER_STATEMENT) {
    const rows = Array.from({ length: PER_STATEMENT }, (_, index) => ({
      user_id: id,
      recorded_at: last - (FIXES - from - index),
      latitude: 46.05,
      longitude: 14.5,
      accuracy: 8,
    }));
    await database.insertInto('locations').values(rows).execute();
  }
  await database.updateTable('family_members').set({ joined_at: 1 }).execute();
}

interface Download {
  /** Reads on. @returns the end of what came, once the connection is closed */
  rest(): Promise<string>;
}

/** Begins a download and reads its first piece only. */
async function beginDownload(path: string, { token }: Person, { origin } = server): Promise<Download> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => {
    socket.once('close', resolve);
  });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n`);
  socket.write('Connection: close\r\n\r\n');
  let tail = '';
  await new Promise<void>((resolve) => {
    socket.on('data', (data: Buffer) => {
      tail = (tail + data.toString('latin1')).slice(-10_000);
      resolve();
    });
  });
  socket.pause();
  return {
    rest: async () => {
      socket.resume();
      await closed;
      return tail;
    },
  };
}

const exportOf = ({ id }: Person): string => `/api/locations/export/${id}?format=csv&to=2099-01-01`;
/** In a time zone in which it is around noon. */
const dayOf = ({ id }: Person): string => {
  const now = new Date(server.clock.now());
  const west = now.getUTCHours() - 12;
  const date = new Date(now.getTime() - west * 3_600_000).toISOString().slice(0, 10);
  return `/api/locations/history/${id}?date=${date}&tz=Etc/GMT${west < 0 ? west : `%2B${west}`}`;
};
const openConnections = ({ app: { server: http } }: TestServer): Promise<number> =>
  promisify(http.getConnections.bind(http))();
const moveOn = (person: Person) =>
  person.call('POST', '/api/locations', [
    { latitude: Number(LATER), longitude: 14.5, timestamp: new Date(server.clock.now()).toISOString() },
  ]);

describe.each([
  ['an export', exportOf],
  ['a day', dayOf],
])('given %s that a member has begun to download and does not read', (_what, pathOf) => {
  it(
    'when they leave the family and read on, then no later position comes',
    async () => {
      const { ana, bo, id } = await createFamilyOfTwo();
      await storeLongDay(ana);
      const download = await beginDownload(pathOf(ana), bo);
      await leaveFamily(bo, id);
      server.clock.move(1_000);
      await moveOn(ana);
      const rest = await download.rest();
      expect([rest.includes(LATER), rest.endsWith(END)]).toEqual([false, false]);
    },
    TIMEOUT_MS,
  );

  it(
    'when it is read on after a later position, then that one is not in it',
    async () => {
      const { ana, bo } = await createFamilyOfTwo();
      await storeLongDay(ana);
      const download = await beginDownload(pathOf(ana), bo);
      server.clock.move(5 * 60_000);
      await moveOn(ana);
      const rest = await download.rest();
      expect([rest.includes(LATER), rest.endsWith(END)]).toEqual([false, true]);
    },
    TIMEOUT_MS,
  );
});

it(
  'given an export of the account, when its session ends meanwhile, then no later position comes',
  async () => {
    const ana = await server.createPerson();
    await storeLongDay(ana);
    const { token } = parseAnswer(SessionAnswer, await server.login(ana.email, PASSWORD));
    const download = await beginDownload(`/api/users/${ana.id}/export`, { ...ana, token });
    await ana.call('DELETE', `/api/sessions/${sessionOf(token)}`, { currentPassword: PASSWORD });
    await moveOn(ana);
    const rest = await download.rest();
    expect([rest.includes(LATER), rest.endsWith(END)]).toEqual([false, false]);
  },
  TIMEOUT_MS,
);

it(
  'given a download that is not read for a while, then it is ended',
  async () => {
    const impatient = await startTestServer({ env: UNLIMITED, deps: { timeouts: { stalled: 200 } } });
    const ana = await impatient.createPerson();
    await storeLongDay(ana, impatient);
    const download = await beginDownload(dayOf(ana), ana, impatient);
    await waitUntil(async () => (await openConnections(impatient)) === 0);
    expect((await download.rest()).endsWith(END)).toBe(false);
  },
  TIMEOUT_MS,
);

it('given more than 50 answers to one person, then the oldest is ended and the others go on', async () => {
  const takeAnswer = answersUnderWay(60_000);
  const answers: ServerResponse[] = [];
  const plain = createServer((_request, response) => {
    takeAnswer('ana', response);
    answers.push(response);
    response.write('begun');
  }).listen(0);
  const { port } = plain.address() as AddressInfo;
  for (let count = 1; count <= 52; count += 1) {
    await fetch(`http://127.0.0.1:${port}`);
    if (count === 1) answers[0]?.end();
  }
  expect(answers.map(({ destroyed }) => destroyed).slice(0, 4)).toEqual([true, true, false, false]);
  expect(answers[0]?.writableFinished).toBe(true);
  plain.closeAllConnections();
  plain.close();
});
