import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { ChangedUser } from '#contract/session';
import { Invitation } from '#contract/invitations';
import { MessageAck } from '#contract/chat';
import { SosAck } from '#contract/sos';
import { routes } from '#contract/routes';
import { Geofence } from '#contract/geofences';
import { TOKEN_LIFE_SECONDS, jwtTokens } from '#server/features/session/tokens';
import { createFamily, inviteCodeOf, leaveFamily, parseAnswer, type Person } from './people';
import { PICTURE } from './pictures';
import { TEST_SECRET, type TestServer } from './startTestServer';

/**
 * Who calls: admin and member of family A, a member of family B, a person without a family, a former member of family A,
 * a caller without a token, and a member of family A with an expired token.
 */
export const ACTORS = ['admin', 'member', 'other', 'loner', 'removed', 'nobody', 'expired'] as const;
export type Actor = (typeof ACTORS)[number];
/** Those who can open a socket. */
export type ConnectedActor = Exclude<Actor, 'nobody' | 'expired'>;

/** Two families, and everyone who could call about the first. */
export interface TwoFamilies {
  readonly tokens: Readonly<Record<Actor, string | undefined>>;
  readonly people: Readonly<Record<ConnectedActor, Person>>;
  /** The member of family A whom everything is about. */
  readonly member: Person;
  readonly familyA: { id: string; inviteCode: string };
  readonly familyB: { id: string; inviteCode: string };
  /** Of family A. */
  readonly geofence: Geofence;
  /** Address of the member's picture. */
  readonly picture: string;
  /** Id of the invitation to family A that waits for `other`. */
  readonly invitationOfOther: string;
  /** In family A. */
  readonly message: { id: string };
  /** Id of the member's call for help, which is open, and which the admin has read. */
  readonly sosOfMember: string;
  /** Of the member, watched by the admin. */
  readonly checkInId: string;
  /** From the member to the admin. */
  readonly requestId: string;
}

/** What only family A may see: a latitude, and a word that all of their texts contain. */
export const CANARY_LATITUDE = 12.345678;
export const CANARY_TEXT = /Canary|12\.345678/u;
export const CANARY_PLACE = { name: 'Canary', latitude: CANARY_LATITUDE, longitude: 1, radius: 100 };

/** The body of a new check-in that is due in an hour. */
export const checkInOf = (people: readonly string[], fields: object = {}): object => ({
  clientId: randomUUID(),
  placeName: 'Canary',
  dueAt: new Date(Date.now() + 3_600_000).toISOString(),
  graceMinutes: 10,
  people,
  shareLast: true,
  ...fields,
});

/** Creates new families for each call, so that no call affects the next one. */
export async function createFamilies(server: TestServer): Promise<TwoFamilies> {
  const names = ['Admin', 'Canary', 'Other', 'Loner', 'Removed', 'Neighbour'];
  const [admin, member, other, loner, removed, neighbour] = (await Promise.all(
    names.map((name) => server.createPerson(name)),
  )) as [Person, Person, Person, Person, Person, Person];
  const { id: familyId } = await createFamily(admin, member, removed);
  const familyB = await createFamily(other, neighbour);
  const tab = await member.connect();
  await tab.send('location:update', { latitude: CANARY_LATITUDE, longitude: 1 });
  const written = await tab.send('message:send', { content: 'Canary', familyId });
  const { message } = MessageAck.parse(written);
  tab.raw.disconnect();
  const place = { ...CANARY_PLACE, familyId };
  const geofence = parseAnswer(Geofence, await admin.call('POST', '/api/geofences', place), 201);
  await leaveFamily(removed, familyId);
  // The code is another one after each departure.
  const familyA = { id: familyId, inviteCode: await inviteCodeOf(admin) };
  const mine = { profileImage: PICTURE };
  const { profileImage } = parseAnswer(
    ChangedUser,
    await member.call('PUT', `/api/users/${member.id}`, mine),
  );
  await admin.call('POST', `/api/families/${familyA.id}/members`, { email: other.email });
  const [invitation] = parseAnswer(z.array(Invitation), await other.call('GET', '/api/invitations'));
  const sosOfMember = await callForHelp(member, admin);
  const checkIn = parseAnswer(
    routes.startCheckIn.answer,
    await member.call('POST', '/api/checkins', checkInOf([admin.id])),
  );
  const request = parseAnswer(
    routes.requestCheckIn.answer,
    await member.call('POST', '/api/checkin-requests', { userId: admin.id, text: 'Canary' }),
  );
  const people = { admin, member, other, loner, removed };
  const tokens = {
    admin: admin.token,
    member: member.token,
    other: other.token,
    loner: loner.token,
    removed: removed.token,
    nobody: undefined,
    expired: await expiredToken(member.id),
  };
  return {
    tokens,
    people,
    member,
    familyA,
    familyB,
    geofence,
    picture: profileImage ?? '',
    invitationOfOther: invitation?.id ?? '',
    message: { id: message?.id ?? '' },
    sosOfMember,
    checkInId: checkIn.id,
    requestId: request.id,
  };
}

/** @returns the id of the call, which the other person has read, so that it waits for no member */
async function callForHelp(caller: Person, other: Person): Promise<string> {
  const tab = await caller.connect();
  const position = { latitude: CANARY_LATITUDE, longitude: 1 };
  const { id } = SosAck.parse(await tab.send('sos:trigger', { ...position, message: 'Canary' }));
  tab.raw.disconnect();
  await other.call('POST', '/api/alerts/read', { upTo: 'z' });
  return id ?? '';
}

/** A token as the server made it 31 days ago. */
function expiredToken(userId: string): Promise<string> {
  const then = Date.now() - (TOKEN_LIFE_SECONDS + 86_400) * 1_000;
  return jwtTokens(TEST_SECRET, { now: () => then }).sign(userId, 0);
}
