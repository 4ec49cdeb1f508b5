import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { ManagerOptions, SocketOptions } from 'socket.io-client';
import * as z from 'zod/mini';
import { Family } from '#contract/families';
import { ErrorAnswer } from '#contract/errorAnswers';
import { SessionAnswer } from '#contract/session';
import type { Queries } from '#server/db/schema';
import { expectListedError } from './errorCodes';
import { openSocket, type TestSocket } from './socket';

export const PASSWORD = 'correct horse battery';

/** A person with an account, signed in. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly sessionId: string;
  /** Calls the API as this person. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
  ): Promise<LightMyRequestResponse>;
  /** Opens a socket to the server, which must listen. */
  connect(
    options?: Partial<ManagerOptions & SocketOptions>,
    acknowledges?: boolean | 'shown',
  ): Promise<TestSocket>;
}

let count = 0;

/** Registers a new person. */
export async function createPerson(app: FastifyInstance, name = 'Ana'): Promise<Person> {
  count += 1;
  const email = `person${count}@example.com`;
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/register',
    payload: { name, email, password: PASSWORD },
  });
  const { token, user } = parseAnswer(SessionAnswer, answer, 201);
  return {
    id: user.id,
    email,
    token,
    sessionId: sessionOf(token),
    call: (method, url, body) => callAs(app, token, method, url, body),
    connect: (...options) => openSocket(app.listeningOrigin, token, ...options),
  };
}

/** The id of the session that a token names. */
export function sessionOf(token: string): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    sid: string;
  };
  return claims.sid;
}

/** A call with a token, or without one. */
export function callAs(
  app: FastifyInstance,
  token: string | undefined,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
): Promise<LightMyRequestResponse> {
  return app.inject({
    method,
    url,
    ...(body === undefined ? {} : { payload: body }),
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  });
}

export type NewFamily = z.output<typeof Family> & { inviteCode: string };

/** Creates a family, which the others then join by its code. Its members have cleared the alerts of that. */
export async function createFamily(founder: Person, ...others: Person[]): Promise<NewFamily> {
  const made = parseAnswer(Family, await founder.call('POST', '/api/families', { name: 'Home' }), 201);
  const inviteCode = made.inviteCode ?? '';
  for (const other of others) await joinFamily(other, inviteCode);
  for (const member of others.length > 0 ? [founder, ...others.slice(0, -1)] : []) await clearAlerts(member);
  return { ...made, inviteCode };
}

/** Clears all alerts that a person has until now. */
const clearAlerts = (person: Person): Promise<LightMyRequestResponse> =>
  person.call('POST', '/api/alerts/clear', { upTo: 'z' });

export async function joinFamily(person: Person, inviteCode: string): Promise<void> {
  parseAnswer(Family, await person.call('POST', '/api/families/join-by-code', { inviteCode }), 200);
}

/** The present code of the only family of a person; it changes with each departure. */
export async function inviteCodeOf(person: Person): Promise<string> {
  const [family] = parseAnswer(z.array(Family), await person.call('GET', '/api/families'));
  return family?.inviteCode ?? '';
}

export const leaveFamily = (person: Person, familyId: string): Promise<LightMyRequestResponse> =>
  person.call('POST', `/api/families/${familyId}/leave`);

/** Ana, who is the admin, and Bo. */
export type FamilyOfTwo = NewFamily & { ana: Person; bo: Person };

/** Registers Ana and Bo and creates their family, which has existed for a day. */
export async function createFamilyOfTwo(app: FastifyInstance, database: Queries): Promise<FamilyOfTwo> {
  const [ana, bo] = [await createPerson(app, 'Ana'), await createPerson(app, 'Bo')];
  const family = await createFamily(ana, bo);
  await joinEarlier(database, family.id);
  return { ana, bo, ...family };
}

const DAY_MS = 24 * 3_600_000;

/**
 * Lets the members of a family have joined a day earlier, so that each sees what the others did since then. The alerts of
 * their joining are gone.
 */
export async function joinEarlier(database: Queries, familyId: string): Promise<void> {
  await database
    .updateTable('family_members')
    .set(({ eb }) => ({ joined_at: eb('joined_at', '-', DAY_MS) }))
    .where('family_id', '=', familyId)
    .execute();
  await database
    .updateTable('family_activity')
    .set(({ eb }) => ({ at: eb('at', '-', DAY_MS) }))
    .where('family_id', '=', familyId)
    .execute();
  await database.deleteFrom('notices').where('about', 'like', `joined:${familyId}:%`).execute();
}

export type ConnectedFamily = FamilyOfTwo & { anasTab: TestSocket; bosTab: TestSocket };

/** The same, with a socket of each. */
export async function connectFamilyOfTwo(app: FastifyInstance, database: Queries): Promise<ConnectedFamily> {
  const family = await createFamilyOfTwo(app, database);
  return { ...family, anasTab: await family.ana.connect(), bosTab: await family.bo.connect() };
}

/** Reads an answer by the contract and by its status. */
export function parseAnswer<Schema extends z.ZodMiniType>(
  schema: Schema,
  answer: LightMyRequestResponse,
  status = 200,
): z.output<Schema> {
  if (answer.statusCode !== status)
    throw new Error(`Expected ${status}, got ${answer.statusCode}: ${answer.body}`);
  return schema.parse(answer.json());
}

/** Status and message of a refused call, after checking that the answer has exactly the contract's form. */
export function parseError(answer: LightMyRequestResponse): [number, string] {
  const { code, params, statusCode, message } = ErrorAnswer.parse(answer.json());
  expectListedError({ code, params, message });
  expect(statusCode).toBe(answer.statusCode);
  expect(
    Object.keys(answer.json<object>())
      .filter((key) => key !== 'params')
      .toSorted(),
  ).toEqual(['code', 'error', 'message', 'statusCode']);
  return [statusCode, message];
}
