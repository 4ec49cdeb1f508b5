import { Agent, request } from 'node:http';
import type { Route } from '#contract/defineRoute';
import { routes } from '#contract/routes';
import type { Random } from './random';
import { type Values, asComponent, asJson, garbled } from './values';

const MAX_IN_FLIGHT = 12;
/** Routes that hash a password take a hundred times as long as others, so they are called less often. */
const SLOW = new Set<Route>([
  routes.register,
  routes.login,
  routes.changePassword,
  routes.deleteUser,
  routes.signOutEverywhere,
  routes.endSession,
  routes.startTotp,
  routes.startPasskey,
  routes.deleteFactor,
]);
const SIGN_OUTS = new Set<Route>([routes.signOut, routes.signOutEverywhere]);
const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-7',
  'multipart/form-data',
  '',
];

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Features that this server has no settings for answer 503 by design. */
const isFault = ({ status, text }: Answer): boolean =>
  status >= 500 && !/"code":"(email|push)_unavailable"/u.test(text);

/** Sends random requests. @returns how many were answered, and the faults: requests with 5xx or no answer */
export async function sendRequests(
  origin: string,
  tokens: readonly string[],
  count: number,
  random: Random,
  values: Values,
): Promise<{ answered: number; faults: string[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_IN_FLIGHT });
  let answered = 0;
  const faults: string[] = [];
  let left = count;
  async function work(): Promise<void> {
    while (left > 0) {
      left -= 1;
      const call = randomCall(tokens, random, values);
      const answer = await send(agent, origin, call).catch((error: unknown) => String(error));
      if (typeof answer !== 'string') answered += 1;
      if (typeof answer === 'string' || isFault(answer))
        faults.push(`${JSON.stringify(answer)} ${JSON.stringify(call).slice(0, 400)}`);
    }
  }
  await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, work));
  agent.destroy();
  return { answered, faults };
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

function randomCall(tokens: readonly string[], random: Random, values: Values): Call {
  const route: Route = randomRoute(random);
  // Signs no user out, because the next calls need the tokens.
  const token = SIGN_OUTS.has(route) ? 'none' : random.pick(tokens);
  const headers: Record<string, string> = random.chance(0.95) ? { authorization: `Bearer ${token}` } : {};
  if (random.chance(0.02))
    headers['authorization'] = `Bearer ${garbled(token, random).replaceAll(/[^\u0020-\u007E]/gu, '')}`;
  const body = randomBody(route, random, values);
  if (body !== undefined)
    headers['content-type'] = random.chance(0.97) ? 'application/json' : random.pick(TYPES);
  return {
    method: random.chance(0.98) ? route.method : 'PATCH',
    path: randomPath(route, random, values),
    headers,
    body,
  };
}

function randomRoute(random: Random): Route {
  const route: Route = random.pick(Object.values(routes));
  return SLOW.has(route) && random.chance(0.8) ? randomRoute(random) : route;
}

function randomBody(route: Route, random: Random, values: Values): string | undefined {
  if (route.method === 'GET' && random.chance(0.95)) return undefined;
  const value = random.chance(0.3) ? values.fitting(route.body) : values.broken(route.body);
  const body = asJson(value);
  return random.chance(0.03) ? garbled(body, random) : body;
}

function randomPath(route: Route, random: Random, values: Values): string {
  const params = values.fitting(route.params) as Record<string, unknown>;
  const path = route.path.replaceAll(/:(\w+)/gu, (_whole, name: string) =>
    asComponent(random.chance(0.8) ? params[name] : values.nasty()),
  );
  const query = random.chance(0.6) ? values.fitting(route.query) : values.broken(route.query);
  const pairs = Object.entries(typeof query === 'object' && query !== null ? query : { query });
  const text = pairs.map(([key, value]) => `${asComponent(key)}=${asComponent(value)}`).join('&');
  const whole = text === '' ? path : `${path}?${text}`;
  return random.chance(0.01) ? garbled(whole, random).replaceAll(/[^!-~]/gu, '%') || '/' : whole;
}

function send(agent: Agent, origin: string, { method, path, headers, body }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const call = request(
      origin,
      { agent, method, path: path.startsWith('/') ? path : `/${path}`, headers: { ...headers, ...length } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.once('error', reject);
      },
    );
    // A body that is too large is answered, and the connection closed, before all of it is sent.
    call.once('error', reject);
    call.end(body);
  });
}
