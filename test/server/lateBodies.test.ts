import { request } from 'node:http';
import * as z from 'zod/mini';
import { Family } from '#contract/families';
import { SessionAnswer } from '#contract/session';
import { SessionInfo } from '#contract/signedInDevices';
import { callAs, createFamily, parseAnswer, PASSWORD, type Person, sessionOf } from './support/people';
import { waitUntil } from './support/socket';
import { usePushServer } from './support/useServer';

const { server, service } = usePushServer();

const AGENT = 'a slow sender';
const MINUTES = 5 * 60_000;

/** Ana, and someone who has a copy of a token of hers. */
async function createPersonWithThief() {
  const ana = await server.createPerson();
  const { token } = parseAnswer(SessionAnswer, await server.login(ana.email, PASSWORD));
  return { ana, stolen: token };
}

/**
 * Begins a call, of whose body only a part is sent. Resolves once the server has found its token valid: it notes who uses a
 * session that was not used for minutes.
 */
async function beginCall(owner: Person, token: string, [method, path]: [string, string], body: string) {
  server.clock.move(MINUTES);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': path.startsWith('/api/imports') ? 'application/octet-stream' : 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': AGENT,
  };
  const call = request(`${server.origin}${path}`, { method, headers });
  const status = new Promise<number | undefined>((resolve, reject) => {
    call.once('response', (answer) => resolve(answer.resume().statusCode));
    call.once('error', reject);
  });
  call.write(body.slice(0, 1));
  await waitUntil(async () => (await sessionsOf(owner)).some(({ userAgent }) => userAgent === AGENT));
  return {
    sendRest: () => {
      call.end(body.slice(1));
      return status;
    },
  };
}

const sessionsOf = async (person: Person): Promise<SessionInfo[]> =>
  parseAnswer(z.array(SessionInfo), await person.call('GET', '/api/sessions'));

const endSession = async (owner: Person, token: string): Promise<void> => {
  const ended = await owner.call('DELETE', `/api/sessions/${sessionOf(token)}`, {
    currentPassword: PASSWORD,
  });
  expect(ended.statusCode).toBe(204);
};

describe('a call whose body comes after its session has ended', () => {
  it('given it joins a family, then 401, and the person is in none', async () => {
    const { ana, stolen } = await createPersonWithThief();
    const { inviteCode } = await createFamily(await server.createPerson('Mallory'));
    const path = ['POST', '/api/families/join-by-code'] as [string, string];
    const call = await beginCall(ana, stolen, path, JSON.stringify({ inviteCode }));
    await endSession(ana, stolen);
    expect(await call.sendRest()).toBe(401);
    expect(parseAnswer(z.array(Family), await ana.call('GET', '/api/families'))).toEqual([]);
  });

  it('given it adds a device for pushes, then 401, and there is none', async () => {
    const { ana, stolen } = await createPersonWithThief();
    const { publicKey } = (await ana.call('GET', '/api/push')).json<{ publicKey: string }>();
    const device = JSON.stringify(service.subscribe(publicKey));
    const call = await beginCall(ana, stolen, ['PUT', '/api/push/device'], device);
    await endSession(ana, stolen);
    expect(await call.sendRest()).toBe(401);
    expect((await ana.call('GET', '/api/push')).json()).toMatchObject({ devices: [] });
  });

  it('given the session goes on, then the call is answered', async () => {
    const { ana, stolen } = await createPersonWithThief();
    const call = await beginCall(ana, stolen, ['POST', '/api/families'], JSON.stringify({ name: 'Home' }));
    expect(await call.sendRest()).toBe(201);
  });

  it('given it uploads a file, then the upload ends at once, and another one can begin', async () => {
    const { ana, stolen } = await createPersonWithThief();
    const file = '{"type":"FeatureCollection","features":[]}';
    const path = ['POST', '/api/imports?name=a.json'] as [string, string];
    const call = await beginCall(ana, stolen, path, file);
    await endSession(ana, stolen);
    expect(await call.sendRest()).toBe(401);
    expect((await callAs(server.app, ana.token, 'GET', '/api/imports')).json()).toEqual([]);
  });
});
