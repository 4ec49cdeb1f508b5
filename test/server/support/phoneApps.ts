import type { LightMyRequestResponse } from 'fastify';
import { ConnectedPhone, type PhoneApp } from '#contract/phones';
import { parseAnswer, type Person } from './people';
import type { TestServer } from './startTestServer';

/** A phone that is connected since long ago, with its key. */
export interface ConnectedApp {
  readonly id: string;
  readonly key: string;
}

/** Connects a phone, as if that had been a month ago, so that positions of any time count. */
export async function connectApp(
  server: TestServer,
  person: Person,
  app: PhoneApp = 'osmand',
): Promise<ConnectedApp> {
  const answer = await person.call('POST', '/api/phones', { name: app, app });
  const { phone, key } = parseAnswer(ConnectedPhone, answer, 201);
  const created_at = server.clock.now() - 30 * 24 * 3_600_000;
  await server.database.updateTable('phones').set({ created_at }).where('id', '=', phone.id).execute();
  return { id: phone.id, key };
}

/** A position as Traccar Client sends it. @param minutesAgo of the server's clock */
export interface OsmandFix {
  readonly lat?: number;
  readonly lon?: number;
  readonly minutesAgo?: number;
  readonly [field: string]: number | string | undefined;
}

/** Sends a form to the path of Traccar Client. */
export function sendOsmand(
  server: TestServer,
  key: string,
  { minutesAgo = 0, ...fields }: OsmandFix,
): Promise<LightMyRequestResponse> {
  const timestamp = String(server.clock.now() - minutesAgo * 60_000);
  const texts = Object.entries({ id: key, timestamp, ...fields }).map(([name, value]) => [
    name,
    String(value),
  ]);
  return server.app.inject({
    method: 'POST',
    url: '/phone/osmand',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(texts).toString(),
  });
}

/** Sends JSON to the path of an app that has its key in a header. */
export const sendJson = (
  server: TestServer,
  app: PhoneApp,
  key: string,
  body: unknown,
): Promise<LightMyRequestResponse> =>
  server.app.inject({
    method: 'POST',
    url: `/phone/${app}`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
