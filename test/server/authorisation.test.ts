import { clientEvents, type ClientEvent } from '#contract/events';
import { routes } from '#contract/routes';
import { callAs, PASSWORD } from './support/people';
import {
  type Actor,
  ACTORS,
  CANARY_PLACE,
  CANARY_TEXT,
  checkInOf,
  type ConnectedActor,
  createFamilies,
  type TwoFamilies,
} from './support/scene';
import { flushSockets, openSocket } from './support/socket';
import { useServer } from './support/useServer';

/** The status for each of ACTORS in their order, and how the call is made. */
interface Row {
  expects: readonly [number, number, number, number, number, number, number];
  call: (scene: TwoFamilies, actor: Actor) => { url: string; body?: object };
  /** Answers that a browser keeps; everything else is kept by no cache. */
  kept?: string;
  /** True when the secret in the call grants access to data of family A. */
  opensWithSecret?: true;
}

const everyone = (status: number): Row['expects'] => [status, status, status, status, status, status, status];
const signedIn = (status: number): Row['expects'] => [status, status, status, status, status, 401, 401];
/** Members of family A; all others get a 404. */
const ofTheFamily = (status: number): Row['expects'] => [status, status, 404, 404, 404, 401, 401];

/** The member themselves; all others get the same refusal. */
const thePerson = (status: number): Row['expects'] => [403, status, 403, 403, 403, 401, 401];
/** Admins of family A. */
const admins = (status: number): Row['expects'] => [status, 403, 404, 404, 404, 401, 401];

const PUSH_DEVICE = {
  endpoint: 'https://fcm.googleapis.com/a',
  keys: { p256dh: 'a'.repeat(87), auth: 'a'.repeat(22) },
  publicKey: 'a'.repeat(87),
  name: 'Phone',
};

/** One row for every route of the contract: a route without one does not compile. */
const rows: Record<keyof typeof routes, Row> = {
  register: {
    expects: everyone(201),
    call: (_scene, actor) => ({
      url: '/api/auth/register',
      body: { name: actor, email: `${actor}.${Math.random()}@example.com`, password: PASSWORD },
    }),
  },
  login: {
    expects: everyone(200),
    opensWithSecret: true,
    call: ({ member }) => ({ url: '/api/auth/login', body: { email: member.email, password: PASSWORD } }),
  },
  me: { expects: signedIn(200), call: () => ({ url: '/api/users/me' }) },
  listFamilies: { expects: signedIn(200), call: () => ({ url: '/api/families' }) },
  createFamily: { expects: signedIn(201), call: () => ({ url: '/api/families', body: { name: 'New' } }) },
  joinFamily: {
    expects: signedIn(200),
    opensWithSecret: true,
    call: ({ familyA }) => ({ url: '/api/families/join-by-code', body: { inviteCode: familyA.inviteCode } }),
  },
  previewInvite: {
    expects: everyone(200),
    opensWithSecret: true,
    call: ({ familyA }) => ({ url: '/api/invite-preview', body: { inviteCode: familyA.inviteCode } }),
  },
  familyActivity: {
    expects: ofTheFamily(200),
    call: ({ familyA }) => ({ url: `/api/families/${familyA.id}/activity` }),
  },
  leaveFamily: {
    expects: ofTheFamily(204),
    call: ({ familyA }) => ({ url: `/api/families/${familyA.id}/leave` }),
  },
  signOut: { expects: signedIn(204), call: () => ({ url: '/api/auth/sign-out' }) },
  signOutEverywhere: {
    expects: signedIn(204),
    call: () => ({ url: '/api/auth/sign-out-everywhere', body: { currentPassword: PASSWORD } }),
  },
  secondFactor: {
    expects: everyone(401),
    call: () => ({ url: '/api/auth/second-factor', body: { challenge: 'unknown', code: '000000' } }),
  },
  listFactors: { expects: signedIn(200), call: () => ({ url: '/api/factors' }) },
  startTotp: {
    expects: signedIn(200),
    call: () => ({ url: '/api/factors/totp', body: { currentPassword: PASSWORD } }),
  },
  confirmTotp: {
    expects: signedIn(404),
    call: () => ({ url: '/api/factors/totp/confirm', body: { code: '000000' } }),
  },
  startPasskey: {
    expects: signedIn(200),
    call: () => ({ url: '/api/factors/passkeys/options', body: { currentPassword: PASSWORD } }),
  },
  addPasskey: {
    expects: signedIn(400),
    call: () => ({ url: '/api/factors/passkeys', body: { attestation: {} } }),
  },
  recoveryCodesLeft: { expects: signedIn(200), call: () => ({ url: '/api/factors/recovery-codes' }) },
  renewRecoveryCodes: {
    expects: signedIn(404),
    call: () => ({ url: '/api/factors/recovery-codes', body: { currentPassword: PASSWORD } }),
  },
  deleteFactor: {
    expects: signedIn(404),
    call: () => ({ url: '/api/factors/none', body: { currentPassword: PASSWORD } }),
  },
  forgotPassword: {
    // No mail server is set.
    expects: everyone(503),
    call: ({ member }) => ({ url: '/api/auth/forgot-password', body: { email: member.email } }),
  },
  resetPassword: {
    expects: everyone(400),
    call: () => ({
      url: '/api/auth/reset-password',
      body: { token: 'unknown', newPassword: 'another horse battery' },
    }),
  },
  confirmEmail: {
    expects: everyone(400),
    call: () => ({ url: '/api/auth/confirm-email', body: { token: 'unknown' } }),
  },
  undoEmail: {
    expects: everyone(400),
    call: () => ({ url: '/api/auth/undo-email', body: { token: 'unknown' } }),
  },
  resendConfirmation: {
    expects: thePerson(404),
    call: ({ member }) => ({ url: `/api/users/${member.id}/pending-email` }),
  },
  cancelEmailChange: {
    expects: thePerson(204),
    call: ({ member }) => ({ url: `/api/users/${member.id}/pending-email` }),
  },
  listSessions: { expects: signedIn(200), call: () => ({ url: '/api/sessions' }) },
  endSession: {
    expects: [404, 204, 404, 404, 404, 401, 401],
    call: ({ member }) => ({
      url: `/api/sessions/${member.sessionId}`,
      body: { currentPassword: PASSWORD },
    }),
  },
  user: { expects: ofTheFamily(200), call: ({ member }) => ({ url: `/api/users/${member.id}` }) },
  updateUser: {
    expects: thePerson(200),
    call: ({ member }) => ({ url: `/api/users/${member.id}`, body: { phone: '+386 1' } }),
  },
  changePassword: {
    expects: thePerson(204),
    call: ({ member }) => ({
      url: `/api/users/${member.id}/password`,
      body: { currentPassword: PASSWORD, newPassword: 'another horse battery' },
    }),
  },
  deleteUser: {
    expects: thePerson(204),
    call: ({ member }) => ({ url: `/api/users/${member.id}`, body: { password: PASSWORD } }),
  },
  exportUser: {
    expects: thePerson(200),
    call: ({ member }) => ({ url: `/api/users/${member.id}/export` }),
  },
  picture: {
    expects: everyone(200),
    kept: 'private, max-age=31536000, immutable',
    call: ({ picture }) => ({ url: picture }),
  },
  updateFamily: {
    expects: admins(200),
    call: ({ familyA }) => ({ url: `/api/families/${familyA.id}`, body: { name: 'Canary nest' } }),
  },
  renewInviteCode: {
    expects: admins(200),
    call: ({ familyA }) => ({ url: `/api/families/${familyA.id}/invite-code` }),
  },
  addMember: {
    expects: admins(201),
    call: ({ familyA, people }) => ({
      url: `/api/families/${familyA.id}/members`,
      body: { email: people.loner.email },
    }),
  },
  changeMember: {
    expects: admins(200),
    call: ({ familyA, member }) => ({
      url: `/api/families/${familyA.id}/members/${member.id}`,
      body: { isAdmin: true },
    }),
  },
  removeMember: {
    expects: [204, 204, 404, 404, 404, 401, 401],
    call: ({ familyA, member }) => ({ url: `/api/families/${familyA.id}/members/${member.id}` }),
  },
  listInvitations: { expects: signedIn(200), call: () => ({ url: '/api/invitations' }) },
  acceptInvitation: {
    expects: [404, 404, 200, 404, 404, 401, 401],
    opensWithSecret: true,
    call: ({ invitationOfOther }) => ({ url: `/api/invitations/${invitationOfOther}/accept` }),
  },
  declineInvitation: {
    expects: [404, 404, 204, 404, 404, 401, 401],
    call: ({ invitationOfOther }) => ({ url: `/api/invitations/${invitationOfOther}/decline` }),
  },
  listBlocks: { expects: signedIn(200), call: () => ({ url: '/api/blocks' }) },
  addBlock: {
    // Members, and the one whom the family has invited.
    expects: [201, 201, 201, 404, 404, 401, 401],
    opensWithSecret: true,
    call: ({ familyA }) => ({ url: '/api/blocks', body: { familyId: familyA.id } }),
  },
  deleteBlock: { expects: signedIn(404), call: () => ({ url: '/api/blocks/none' }) },
  familyLocations: { expects: signedIn(200), call: () => ({ url: '/api/locations/family' }) },
  listAlerts: { expects: signedIn(200), call: () => ({ url: '/api/alerts' }) },
  readAlerts: {
    expects: signedIn(204),
    call: () => ({ url: '/api/alerts/read', body: { upTo: 'canary' } }),
  },
  clearAlerts: {
    expects: signedIn(204),
    call: () => ({ url: '/api/alerts/clear', body: { upTo: 'canary' } }),
  },
  listSos: { expects: signedIn(200), call: () => ({ url: '/api/sos' }) },
  getSos: {
    expects: [200, 200, 404, 404, 404, 401, 401],
    call: ({ sosOfMember }) => ({ url: `/api/sos/${sosOfMember}` }),
  },
  answerSos: {
    // Callers do not answer themselves.
    expects: [200, 403, 404, 404, 404, 401, 401],
    call: ({ sosOfMember }) => ({ url: `/api/sos/${sosOfMember}/answers`, body: { answer: 'coming' } }),
  },
  answerSosByReceipt: {
    expects: everyone(204),
    call: () => ({ url: '/api/sos/answers', body: { receipt: 'a'.repeat(22), answer: 'coming' } }),
  },
  closeSos: {
    // Only the caller.
    expects: [403, 200, 404, 404, 404, 401, 401],
    call: ({ sosOfMember }) => ({ url: `/api/sos/${sosOfMember}/close`, body: { ending: 'safe' } }),
  },
  getPush: { expects: signedIn(200), call: () => ({ url: '/api/push' }) },
  setPushDevice: {
    expects: signedIn(503),
    call: () => ({ url: '/api/push/device', body: PUSH_DEVICE }),
  },
  deletePushDevice: { expects: signedIn(404), call: () => ({ url: '/api/push/devices/none' }) },
  testPushDevice: { expects: signedIn(404), call: () => ({ url: '/api/push/devices/none/test' }) },
  confirmPush: {
    expects: everyone(204),
    call: () => ({ url: '/api/push/receipts', body: { receipt: 'a'.repeat(22), shown: true } }),
  },
  getNotifySettings: { expects: signedIn(200), call: () => ({ url: '/api/notify/settings' }) },
  setNotifySettings: {
    expects: signedIn(200),
    call: () => ({
      url: '/api/notify/settings',
      body: { quiet: null, timeZone: 'UTC', privateText: true, messages: true },
    }),
  },
  listChannels: { expects: signedIn(200), call: () => ({ url: '/api/notify/channels' }) },
  addChannel: {
    expects: signedIn(503),
    call: () => ({
      url: '/api/notify/channels',
      body: { kind: 'email', address: 'a@b.example', scope: 'all', currentPassword: PASSWORD },
    }),
  },
  confirmChannel: {
    expects: signedIn(404),
    call: () => ({ url: '/api/notify/channels/none/confirm', body: { code: '123456' } }),
  },
  testChannel: { expects: signedIn(404), call: () => ({ url: '/api/notify/channels/none/test' }) },
  deleteChannel: { expects: signedIn(404), call: () => ({ url: '/api/notify/channels/none' }) },
  listDeliveries: { expects: signedIn(200), call: () => ({ url: '/api/notify/log' }) },
  listPlacePreferences: { expects: signedIn(200), call: () => ({ url: '/api/preferences/places' }) },
  getPlacePreference: {
    expects: [200, 400, 404, 404, 404, 401, 401],
    call: ({ member, geofence }) => ({ url: `/api/preferences/${member.id}/places/${geofence.id}` }),
  },
  setPlacePreference: {
    expects: [200, 400, 404, 404, 404, 401, 401],
    call: ({ member, geofence }) => ({
      url: `/api/preferences/${member.id}/places/${geofence.id}`,
      body: { notifyArrival: true, notifyDeparture: false },
    }),
  },
  deletePlacePreference: {
    // Each user deletes their own only.
    expects: signedIn(204),
    call: ({ member, geofence }) => ({ url: `/api/preferences/${member.id}/places/${geofence.id}` }),
  },
  listPreferences: { expects: signedIn(200), call: () => ({ url: '/api/preferences' }) },
  setPreference: {
    // There are no notifications about oneself.
    expects: [200, 400, 404, 404, 404, 401, 401],
    call: ({ member }) => ({
      url: `/api/preferences/${member.id}`,
      body: { notifyArrival: true, notifyDeparture: false },
    }),
  },
  listCheckIns: { expects: signedIn(200), call: () => ({ url: '/api/checkins' }) },
  startCheckIn: {
    // No one watches their own.
    expects: [200, 404, 404, 404, 404, 401, 401],
    call: ({ member }) => ({ url: '/api/checkins', body: checkInOf([member.id]) }),
  },
  extendCheckIn: {
    expects: [403, 200, 404, 404, 404, 401, 401],
    call: ({ checkInId }) => ({ url: `/api/checkins/${checkInId}/extend`, body: { minutes: 10 } }),
  },
  endCheckIn: {
    expects: [403, 200, 404, 404, 404, 401, 401],
    call: ({ checkInId }) => ({ url: `/api/checkins/${checkInId}/end`, body: { how: 'arrived' } }),
  },
  seeCheckIn: {
    expects: ofTheFamily(200),
    call: ({ checkInId }) => ({ url: `/api/checkins/${checkInId}/seen` }),
  },
  listCheckInRequests: { expects: signedIn(200), call: () => ({ url: '/api/checkin-requests' }) },
  requestCheckIn: {
    expects: [200, 400, 404, 404, 404, 401, 401],
    call: ({ member }) => ({ url: '/api/checkin-requests', body: { userId: member.id, text: 'Canary' } }),
  },
  answerCheckInRequest: {
    // Only the one who was asked.
    expects: [200, 404, 404, 404, 404, 401, 401],
    call: ({ requestId }) => ({
      url: `/api/checkin-requests/${requestId}/answer`,
      body: { accept: true },
    }),
  },
  listAllOnceAlerts: { expects: signedIn(200), call: () => ({ url: '/api/once-alerts' }) },
  listOnceAlerts: {
    expects: [200, 400, 404, 404, 404, 401, 401],
    call: ({ member }) => ({ url: `/api/users/${member.id}/once` }),
  },
  addOnceAlert: {
    expects: [204, 400, 404, 404, 404, 401, 401],
    call: ({ member, geofence }) => ({
      url: `/api/users/${member.id}/once`,
      body: { geofenceId: geofence.id, kind: 'arrival' },
    }),
  },
  removeOnceAlert: {
    expects: signedIn(204),
    call: ({ member, geofence }) => ({
      url: `/api/users/${member.id}/once`,
      body: { geofenceId: geofence.id, kind: 'arrival' },
    }),
  },
  postLocations: {
    expects: signedIn(200),
    call: () => ({
      url: '/api/locations',
      body: { latitude: 1, longitude: 2, timestamp: new Date().toISOString() },
    }),
  },
  locationHistory: {
    expects: ofTheFamily(200),
    call: ({ member }) => ({
      url: `/api/locations/history/${member.id}?date=${new Date().toISOString().slice(0, 10)}`,
    }),
  },
  dayTimeline: {
    expects: ofTheFamily(200),
    call: ({ member }) => ({ url: `/api/locations/timeline/${member.id}?date=2026-01-01` }),
  },
  listDays: {
    expects: ofTheFamily(200),
    call: ({ member }) => ({ url: `/api/locations/days/${member.id}?from=2026-01-01&to=2026-01-31` }),
  },
  listCorrections: {
    expects: ofTheFamily(200),
    call: ({ member }) => ({ url: `/api/locations/corrections/${member.id}?date=2026-01-01` }),
  },
  // Their own, whatever the id.
  putCorrection: {
    expects: signedIn(200),
    call: () => ({
      url: '/api/locations/corrections/one',
      body: { start: '2026-01-01T08:00:00.000Z', end: '2026-01-01T09:00:00.000Z', kind: 'false' },
    }),
  },
  deleteCorrection: {
    expects: signedIn(404),
    call: () => ({ url: '/api/locations/corrections/none' }),
  },
  // Their own.
  deleteHistory: {
    expects: signedIn(204),
    call: () => ({ url: '/api/locations/history?date=2026-01-01' }),
  },
  listPhones: { expects: signedIn(200), call: () => ({ url: '/api/phones' }) },
  addPhone: {
    expects: signedIn(201),
    call: () => ({ url: '/api/phones', body: { name: 'Pixel', app: 'owntracks' } }),
  },
  // Owners only; this phone is no one's.
  changePhone: { expects: signedIn(404), call: () => ({ url: '/api/phones/none', body: { name: 'Mine' } }) },
  renewPhoneKey: { expects: signedIn(404), call: () => ({ url: '/api/phones/none/key' }) },
  deletePhone: { expects: signedIn(404), call: () => ({ url: '/api/phones/none' }) },
  connectPhone: {
    expects: everyone(404),
    call: () => ({ url: '/api/connect', body: { ticket: 'unknown' } }),
  },
  getSharing: { expects: signedIn(200), call: () => ({ url: '/api/sharing' }) },
  setSharing: { expects: signedIn(200), call: () => ({ url: '/api/sharing', body: { paused: false } }) },
  listPresence: { expects: signedIn(200), call: () => ({ url: '/api/presence' }) },
  listImports: { expects: signedIn(200), call: () => ({ url: '/api/imports' }) },
  // Not a file.
  createImport: { expects: signedIn(400), call: () => ({ url: '/api/imports?name=a.gpx', body: {} }) },
  acceptImport: { expects: signedIn(404), call: () => ({ url: '/api/imports/none/accept', body: {} }) },
  deleteImport: { expects: signedIn(404), call: () => ({ url: '/api/imports/none' }) },
  exportPositions: {
    expects: ofTheFamily(200),
    call: ({ member }) => ({ url: `/api/locations/export/${member.id}?format=csv` }),
  },
  listGeofences: { expects: signedIn(200), call: () => ({ url: '/api/geofences' }) },
  createGeofence: {
    expects: ofTheFamily(201),
    call: ({ familyA }) => ({ url: '/api/geofences', body: { ...CANARY_PLACE, familyId: familyA.id } }),
  },
  updateGeofence: {
    expects: ofTheFamily(200),
    call: ({ geofence }) => ({ url: `/api/geofences/${geofence.id}`, body: { radius: 200 } }),
  },
  deleteGeofence: {
    expects: ofTheFamily(204),
    call: ({ geofence }) => ({ url: `/api/geofences/${geofence.id}` }),
  },
  placeEvents: {
    expects: ofTheFamily(200),
    call: ({ geofence }) => ({ url: `/api/geofences/${geofence.id}/events?tz=UTC` }),
  },
  familyMessages: {
    expects: ofTheFamily(200),
    call: ({ familyA }) => ({ url: `/api/messages/family/${familyA.id}` }),
  },
  markRead: {
    expects: ofTheFamily(204),
    call: ({ familyA, message }) => ({
      url: `/api/messages/family/${familyA.id}/read`,
      body: { messageId: message.id },
    }),
  },
  readings: { expects: signedIn(200), call: () => ({ url: '/api/messages/readings' }) },
};

/** Who may send an event: the acknowledgement that each of the signed-in gets. */
interface EventRow {
  payload: (scene: TwoFamilies) => object;
  acks: Record<ConnectedActor, object>;
}
const sent = { ok: true };
const notInFamily = { error: 'You are not in this family' };
/** For what only members of family A may say in it. */
const onlyInFamily = {
  admin: sent,
  member: sent,
  other: notInFamily,
  loner: notInFamily,
  removed: notInFamily,
};
const noRecipient = { error: 'You are in no family yet, so no one was alerted. Call for help by phone.' };

const noSuchSos = { error: 'There is no such SOS' };

/** One row for every event of the contract. */
const events: Record<ClientEvent, EventRow> = {
  'location:update': {
    payload: () => ({ latitude: 1, longitude: 2 }),
    acks: { admin: sent, member: sent, other: sent, loner: sent, removed: sent },
  },
  'sos:trigger': {
    payload: () => ({ latitude: 1, longitude: 2 }),
    acks: { admin: sent, member: sent, other: sent, loner: noRecipient, removed: noRecipient },
  },
  'sos:move': {
    payload: ({ sosOfMember }) => ({ id: sosOfMember, latitude: 1, longitude: 2 }),
    acks: { admin: noSuchSos, member: sent, other: noSuchSos, loner: noSuchSos, removed: noSuchSos },
  },
  'message:send': {
    payload: ({ familyA }) => ({ content: 'Canary', familyId: familyA.id }),
    acks: onlyInFamily,
  },
  'typing:start': { payload: ({ familyA }) => ({ familyId: familyA.id }), acks: onlyInFamily },
  'typing:stop': { payload: ({ familyA }) => ({ familyId: familyA.id }), acks: onlyInFamily },
};

const { server } = useServer();

const cells = Object.entries(rows).flatMap(([name, row]) =>
  ACTORS.map((actor, index) => ({ name, actor, row, status: row.expects[index] })),
);

/** For calls that are refused or only read, and so change nothing. */
let unchanged: TwoFamilies | undefined;

it.each(cells)(
  'given $actor, when they call $name, then the status is $status',
  async ({ name, actor, row, status }) => {
    const route = routes[name as keyof typeof routes];
    const changesNothing = (status ?? 0) >= 400 || route.method === 'GET';
    const scene = changesNothing
      ? (unchanged ??= await createFamilies(server))
      : await createFamilies(server);
    const { url, body } = row.call(scene, actor);
    const answer = await callAs(server.app, scene.tokens[actor], route.method, url, body);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([status, row.kept ?? 'no-store']);
    const mayKnow = ['admin', 'member'].includes(actor) || row.opensWithSecret === true;
    if (!mayKnow) expect(answer.body).not.toMatch(CANARY_TEXT);
  },
);

it('given every route of the contract, then it has a row, and everything else under /api is not there', async () => {
  expect(Object.keys(rows).toSorted()).toEqual(Object.keys(routes).toSorted());
  for (const url of ['/api', '/api/', '/api/users', '/api/nothing', '/api/families/', '/API/families']) {
    expect([url, (await server.app.inject({ url })).statusCode]).toEqual([url, 404]);
  }
});

/** Other ways to write an address, which some servers take for the same and guard differently. */
const disguises: [string, (url: string) => string][] = [
  ['a slash at the end', (url) => url.replace(/(\?|$)/u, '/$1')],
  ['two slashes', (url) => `/${url}`],
  ['capitals', (url) => url.replace('/api/', '/API/')],
  ['an encoded letter', (url) => url.replace('/api/', '/%61pi/')],
  ['a doubly encoded letter', (url) => url.replace('/api/', '/%2561pi/')],
  ['a doubly encoded slash', (url) => url.replace('/api/', '/api%252f')],
  ['a detour', (url) => url.replace('/api/', '/login/../api/')],
  ['an encoded detour', (url) => url.replace('/api/', '/login/%2e%2e/api/')],
  ['a semicolon', (url) => url.replace(/(\?|$)/u, ';.js$1')],
];

it.each(disguises)(
  'given addresses with %s, when a refused actor calls them, then no more is let through than without',
  async (_what, disguised) => {
    const scene = await createFamilies(server);
    for (const [name, row] of Object.entries(rows)) {
      const { method } = routes[name as keyof typeof routes];
      for (const [index, actor] of ACTORS.entries()) {
        if ((row.expects[index] ?? 0) < 400) continue;
        const { url, body } = row.call(scene, actor);
        const answer = await callAs(server.app, scene.tokens[actor], method, disguised(url), body);
        // A path that is no API's gets the page, which holds nothing of anybody.
        const isPage = answer.headers['content-type'] === 'text/html; charset=utf-8';
        expect([name, actor, isPage || answer.statusCode >= 400]).toEqual([name, actor, true]);
        expect(answer.body).not.toMatch(CANARY_TEXT);
      }
    }
  },
);

it.each(disguises)(
  'given addresses with %s, when a member calls them, then no cache keeps personal data',
  async (_what, disguised) => {
    const scene = await createFamilies(server);
    const keepable: string[] = [];
    for (const row of Object.values(rows)) {
      const { url } = row.call(scene, 'member');
      const answer = await callAs(server.app, scene.tokens.member, 'GET', disguised(url));
      if (CANARY_TEXT.test(answer.body) && answer.headers['cache-control'] !== 'no-store') keepable.push(url);
    }
    expect(keepable).toEqual([]);
  },
);

it.each(['HEAD', 'OPTIONS', 'PATCH', 'TRACE'] as const)(
  'given %s on every address, even by a member, then 404 without data',
  async (method) => {
    const scene = await createFamilies(server);
    for (const row of Object.values(rows)) {
      const { url } = row.call(scene, 'member');
      const headers = { authorization: `Bearer ${scene.tokens.member}` };
      const answer = await server.app.inject({ method, url, headers });
      expect([method, url, answer.statusCode]).toEqual([method, url, 404]);
      expect(answer.body).not.toMatch(CANARY_TEXT);
    }
  },
);

/** Alerts of the check-ins that each scene begins with. They wait for their recipients, and may come late. */
const isOfTheScene = (name: string): boolean => name === 'checkin:alert' || name === 'request:alert';

describe.each(Object.entries(events))('the event %s', (event, { payload, acks }) => {
  it.each(Object.entries(acks))(
    'given %s, when they send it, then the reply is %j and only members of their families receive it',
    async (sender, ack) => {
      const scene = await createFamilies(server);
      const inside = ['admin', 'member'] as const;
      const outside = ['other', 'loner', 'removed'] as const;
      const tabs = Object.fromEntries(
        await Promise.all(
          [...inside, ...outside].map(
            async (actor) => [actor, await openSocket(server.origin, scene.tokens[actor])] as const,
          ),
        ),
      );
      await flushSockets(...Object.values(tabs));
      for (const tab of Object.values(tabs)) tab.received.length = 0;
      expect(await tabs[sender]?.send(event, payload(scene))).toMatchObject(ack);
      await flushSockets(...Object.values(tabs));
      const others = inside.some((actor) => actor === sender) ? outside : inside;
      const news = others.map((actor) => tabs[actor]?.received.filter(([name]) => !isOfTheScene(name)));
      expect(news).toEqual(others.map(() => []));
    },
  );
});

it('given every event of the contract, then it has a row', () => {
  expect(Object.keys(events).toSorted()).toEqual(Object.keys(clientEvents).toSorted());
});
