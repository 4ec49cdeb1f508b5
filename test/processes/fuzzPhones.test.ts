import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { PHONE_APPS, type PhoneApp } from '#contract/phones';
import { routes } from '#contract/routes';
import { type FuzzedRequest, PhoneRequests } from '../support/fuzz/phoneBodies';
import { seeded } from '../support/fuzz/random';
import { MemberClient } from '../support/memberClient';
import { simulatedRequests } from '../support/phoneSimulator';
import { type RunningServer, startServer } from '../support/server';

/** PHONE_BODIES sets how many bodies the phones send together; FUZZ_SEED selects others. */
const BODIES = Number(process.env['PHONE_BODIES'] ?? 2_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_101);
const GOOD_EVERY = 10;
const DAY_MS = 24 * 3_600_000;

jest.setTimeout(60_000 + BODIES * 100);

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: 'off', PHONES_OVER_HTTP: 'on', LOG_LEVEL: 'error' } });
});
afterAll(() => server?.stop());

function inStore<Result>(work: (store: BetterSqlite.Database) => Result): Result {
  const store = new BetterSqlite(join(server.dataDir, 'kinmap.sqlite'));
  try {
    return work(store);
  } finally {
    store.close();
  }
}

/** A member of a family with a phone that is connected since a month ago. */
async function connect(app: PhoneApp): Promise<{ key: string; userId: string }> {
  const [person, viewer] = [new MemberClient(server.origin), new MemberClient(server.origin)];
  for (const [name, one] of Object.entries({ person, viewer }))
    await one.register({ name, email: `${name}-${app}@example.com`, password: 'correct horse battery' });
  const { inviteCode } = await viewer.createFamily('Family');
  await person.joinFamily(inviteCode ?? '');
  const { phone, key } = await person.call(routes.addPhone, { body: { name: app, app } });
  inStore((store) =>
    store.prepare('update phones set created_at = ? where id = ?').run(Date.now() - 30 * DAY_MS, phone.id),
  );
  return { key, userId: person.user.id };
}

async function send(
  app: PhoneApp,
  key: string,
  { method, query, contentType, body }: FuzzedRequest,
): Promise<string> {
  const answer = await fetch(`${server.origin}/phone/${app}?${query}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(contentType !== '' && { 'content-type': contentType }),
    },
    ...(body !== undefined && { body }),
  });
  return `${answer.status} ${await answer.text()}`;
}

/** What the apps take as success. */
const SUCCESS: Readonly<Record<PhoneApp, RegExp>> = {
  owntracks: /^200 \[.*\]$/su,
  overland: /^200 \{"(?:result":"ok|name":"Kinmap)"\}$/u,
  osmand: /^200 ok$/u,
  gpslogger: /^200 ok$/u,
  colota: /^200 ok$/u,
};

/** Sends an app's share of the bodies, and after each few a position as the app writes it. @returns what went wrong */
async function fuzz(app: PhoneApp, bodies: number): Promise<string[]> {
  const { key, userId } = await connect(app);
  const requests = new PhoneRequests(seeded(SEED + PHONE_APPS.indexOf(app)));
  const start = Math.floor(Date.now() / 1_000) * 1_000 - 20 * DAY_MS;
  const moments: number[] = [];
  const wrong: string[] = [];
  for (let index = 0; index < bodies; index += 1) {
    const request = requests.next(app);
    const answer = await send(app, key, request);
    if (!SUCCESS[app].test(answer))
      wrong.push(
        `${app} ${request.method} ${Buffer.from(request.body ?? [])
          .toString()
          .slice(0, 300)}: ${answer.slice(0, 300)}`,
      );
    if (index % GOOD_EVERY !== 0) continue;
    const at = start + index * 1_000;
    moments.push(at);
    const fix = { latitude: 46, longitude: 14, at, accuracy: 8, speed: 1, battery: 0.5 };
    for (const { path, ...good } of simulatedRequests(app, key, [fix])) {
      const taken = await fetch(server.origin + path, good);
      if (!SUCCESS[app].test(`${taken.status} ${await taken.text()}`))
        wrong.push(`${app}: a good one got ${taken.status}`);
    }
  }
  const stored = inStore((store) =>
    store
      .prepare('select recorded_at from locations where user_id = ? and recorded_at between ? and ?')
      .pluck()
      .all(userId, start, moments.at(-1)),
  );
  const known = new Set(stored);
  return [...wrong, ...moments.filter((at) => !known.has(at)).map((at) => `${app}: ${at} is not stored`)];
}

it('given bodies that no app sends, with a good key, then each is taken, and good ones are stored', async () => {
  const wrong = await Promise.all(PHONE_APPS.map((app) => fuzz(app, Math.ceil(BODIES / PHONE_APPS.length))));
  expect(wrong.flat().slice(0, 5)).toEqual([]);
  expect(server.output()).not.toMatch(/"level":(?:50|60)/u);
});
