import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHttp } from '#client/services/http';
import { RequestFailed } from '#client/services/errors';
import { listenOnLoopback, type Loopback } from '../../support/loopback';

const uploadFile = jest.fn();
jest.mock('#client/services/lazyTools', () => ({
  uploadFile: (...given: unknown[]) => uploadFile(...given),
}));

const sync = jest.fn();
const clock = {
  now: () => 0,
  sync,
  nextFrame: () => () => undefined,
  every: () => () => undefined,
  nextTask: () => Promise.resolve(),
};
let loopback: Loopback;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let origin = '';

beforeAll(async () => {
  loopback = await listenOnLoopback((request, response) => answer(request, response));
  ({ origin } = loopback);
});
afterAll(() => loopback.close());

const json = (status: number, body: unknown) => {
  answer = (_request, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
};

it('given parameters, a query and a token, then all are sent', async () => {
  let seen: IncomingMessage | undefined;
  answer = (request, response) => {
    seen = request;
    response.end('[]');
  };
  const http = createHttp(origin, clock);
  http.setToken('t1');
  await http.call('locationHistory', {
    params: { userId: 'a/b' },
    query: { date: '2026-05-01', tz: 'Europe/Ljubljana' },
  });
  expect(seen?.url).toBe('/api/locations/history/a%2Fb?date=2026-05-01&tz=Europe%2FLjubljana');
  expect(seen?.headers.authorization).toBe('Bearer t1');
});

it('given a public route, then the token is not sent', async () => {
  let authorization: string | undefined = 'none yet';
  answer = (request, response) => {
    ({ authorization } = request.headers);
    response.end(JSON.stringify({ token: 'x', user: { id: 1, name: 'A', email: 'a@b.si' } }));
  };
  const http = createHttp(origin, clock);
  http.setToken('t1');
  await http.call('login', { body: { email: 'a@b.si', password: 'x' } });
  expect(authorization).toBeUndefined();
});

it.each([
  [
    'our error',
    { statusCode: 409, error: 'Conflict', message: 'An account with this email already exists' },
    'An account with this email already exists',
  ],
  ['another server’s error', { message: 'Taken' }, 'Taken'],
  ['a newer server’s error', { message: 'Taken', code: 'taken' }, 'Taken'],
])('given %s, then its message is kept', async (_what, body, message) => {
  json(409, body);
  await expect(createHttp(origin, clock).call('me', {})).rejects.toMatchObject({
    status: 409,
    reason: { code: 'server', params: { message } },
  });
});

it.each([
  ['an error without a message', { code: 7 }],
  ['a page instead of an answer', '<html>'],
])('given %s, then there is no reason', async (_what, body) => {
  json(409, body);
  await expect(createHttp(origin, clock).call('me', {})).rejects.toMatchObject({ status: 409, reason: null });
});

it.each([
  [
    { message: 'Too long', code: 'name_too_long', params: { max: 100 } },
    { code: 'name_too_long', params: { max: 100 } },
  ],
  [{ message: 'Taken', code: 'email_taken' }, { code: 'email_taken' }],
  [
    { message: 'Taken', code: 7, params: 'none' },
    { code: 'server', params: { message: 'Taken' } },
  ],
])('given the error %j, then its code and parameters are kept', async (body, reason) => {
  json(400, body);
  await expect(createHttp(origin, clock).call('me', {})).rejects.toMatchObject({ reason });
});

it('given a malformed answer, then the call fails', async () => {
  json(200, { nonsense: true });
  await expect(createHttp(origin, clock).call('me', {})).rejects.toBeInstanceOf(RequestFailed);
});

it.each(['listSos', 'me'] as const)(
  'given an answer that breaks off, then the call fails as without one: %s',
  async (name) => {
    answer = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
      response.write('[');
      setTimeout(() => response.destroy(), 20);
    };
    await expect(createHttp(origin, clock).call(name, {})).rejects.toMatchObject({ status: null });
  },
);

it('given no server, then the call fails without a status', async () => {
  await expect(createHttp('http://127.0.0.1:9', clock).call('me', {})).rejects.toMatchObject({
    status: null,
    reason: null,
  });
});

it('given any answer, then the clock is synchronized with the server', async () => {
  sync.mockClear();
  json(200, []);
  await createHttp(origin, clock).call('listFamilies', {});
  expect(Math.abs(sync.mock.calls[0]?.[0] - Date.now())).toBeLessThan(60_000);
});

it('given another token while a file is sent, when the server answers 401, then the session stays', async () => {
  const http = createHttp(origin, clock);
  http.setToken('t1');
  uploadFile.mockImplementation(async () => {
    http.setToken('t2');
    return { status: 401, body: { statusCode: 401, error: 'Unauthorized', message: 'Sign in again' } };
  });
  const sent = http.upload('createImport', {}, new Blob(['x']), {
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  await expect(sent).rejects.toEqual(new RequestFailed(null));
});
