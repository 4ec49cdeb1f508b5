import { readFileSync, readdirSync } from 'node:fs';
import { type ServerEvent, serverEvents } from '#contract/events';
import { type RouteName, routes } from '#contract/routes';
import { SosAck } from '#contract/sos';
import type * as VisibilityModule from '#server/features/families/visibility';
import { joinEarlier, joinFamily, leaveFamily, type Person } from './support/people';
import { checkInOf, createFamilies, type TwoFamilies } from './support/scene';
import { flushSockets, type TestSocket, waitUntil } from './support/socket';
import { useServer } from './support/useServer';
import { createGeofence, createWalker } from './support/walks';

let mockDeniesAll = false;
/** The real module, which answers as for an unknown person while `mockDeniesAll` is set. */
jest.mock<typeof VisibilityModule>('#server/features/families/visibility', () => {
  const real = jest.requireActual<typeof VisibilityModule>('#server/features/families/visibility');
  const viewer = (id: string) => (mockDeniesAll ? 'unknown' : id);
  return {
    visibility(db) {
      const { familiesOf, isMember, holdMembership, messagesVisibleAfter, otherMembers } =
        real.visibility(db);
      const { sharePlace, viewersOf, viewersSince, visibleTo } = real.visibility(db);
      return {
        holdMembership: (familyId, id) => holdMembership(familyId, viewer(id)),
        familiesOf: (id) => familiesOf(viewer(id)),
        isMember: (familyId, id) => isMember(familyId, viewer(id)),
        messagesVisibleAfter: (familyId, id) => messagesVisibleAfter(familyId, viewer(id)),
        otherMembers: (familyId, id) => otherMembers(viewer(familyId), id),
        sharePlace: (id, personId, geofenceId) => sharePlace(viewer(id), personId, geofenceId),
        viewersOf: (id) => viewersOf(viewer(id)),
        viewersSince: (familyId, id) => viewersSince(viewer(familyId), id),
        visibleTo: (id, subjectIds) => visibleTo(viewer(id), subjectIds),
      };
    },
    familiesOfEach: (db, ids) => real.familiesOfEach(db, ids.map(viewer)),
    membershipsOf: (db, ids) => real.membershipsOf(db, ids.map(viewer)),
    membersVisibleTo: (db, id) => real.membersVisibleTo(db, viewer(id)),
    visibleSince: (db, id) => real.visibleSince(db, viewer(id)),
    peopleVisibleTo: (db, id) => real.peopleVisibleTo(db, viewer(id)),
    // Only says when a call is over.
    sharedFamilies: real.sharedFamilies,
  };
});

/** What a route asks of `visibility.ts`, and a call of it by the admin of family A. */
interface GuardedRoute {
  readonly asks: keyof typeof VisibilityModule | keyof VisibilityModule.Visibility;
  readonly call: (scene: TwoFamilies) => { url: string; body?: object };
}

const ADMINS =
  'answers admins of the family with what they sent: requireAdmin() in administration/service.ts';
const CALLER = "answers with the caller's own data";
const GRANTED = 'an invitation or its code grants access to the family';

/** For every route, what it asks of `visibility.ts` or why it need not. */
const ROUTES: Record<RouteName, GuardedRoute | string> = {
  register: CALLER,
  login: CALLER,
  me: CALLER,
  signOut: CALLER,
  signOutEverywhere: CALLER,
  secondFactor: CALLER,
  listFactors: CALLER,
  startTotp: CALLER,
  confirmTotp: CALLER,
  startPasskey: CALLER,
  addPasskey: CALLER,
  recoveryCodesLeft: CALLER,
  renewRecoveryCodes: CALLER,
  deleteFactor: CALLER,
  forgotPassword: 'answers with nothing',
  resetPassword: 'answers with nothing',
  confirmEmail: 'answers with nothing',
  undoEmail: 'answers with nothing',
  resendConfirmation: 'answers with nothing',
  cancelEmailChange: 'answers with nothing',
  listSessions: CALLER,
  endSession: CALLER,
  updateUser: CALLER,
  changePassword: CALLER,
  deleteUser: CALLER,
  exportUser: CALLER,
  listBlocks: CALLER,
  deleteBlock: CALLER,
  addBlock: 'an invitation shows its recipient who sent it and for which family',
  createFamily: CALLER,
  leaveFamily: CALLER,
  postLocations: CALLER,
  picture: 'the secret name of a picture is known to those who may see its owner',
  joinFamily: GRANTED,
  previewInvite: GRANTED,
  acceptInvitation: GRANTED,
  declineInvitation: 'answers with nothing',
  listInvitations: 'an invitation shows its recipient who sent it and for which family',
  updateFamily: ADMINS,
  renewInviteCode: ADMINS,
  addMember: ADMINS,
  changeMember: ADMINS,
  removeMember: ADMINS,
  user: { asks: 'visibleTo', call: ({ member }) => ({ url: `/api/users/${member.id}` }) },
  listFamilies: { asks: 'membershipsOf', call: () => ({ url: '/api/families' }) },
  familyActivity: {
    asks: 'membershipsOf',
    call: ({ familyA }) => ({ url: `/api/families/${familyA.id}/activity` }),
  },
  familyLocations: { asks: 'membersVisibleTo', call: () => ({ url: '/api/locations/family' }) },
  locationHistory: {
    asks: 'visibleTo',
    call: ({ member }) => ({ url: `/api/locations/history/${member.id}?date=2025-01-01` }),
  },
  dayTimeline: {
    asks: 'visibleTo',
    call: ({ member }) => ({ url: `/api/locations/timeline/${member.id}?date=2025-01-01` }),
  },
  listDays: {
    asks: 'visibleTo',
    call: ({ member }) => ({ url: `/api/locations/days/${member.id}?from=2025-01-01&to=2025-01-02` }),
  },
  listCorrections: {
    asks: 'visibleTo',
    call: ({ member }) => ({ url: `/api/locations/corrections/${member.id}?date=2025-01-01` }),
  },
  putCorrection: CALLER,
  deleteCorrection: 'answers with nothing',
  deleteHistory: 'answers with nothing',
  listPhones: CALLER,
  addPhone: CALLER,
  changePhone: CALLER,
  renewPhoneKey: CALLER,
  deletePhone: CALLER,
  connectPhone: 'a ticket grants access to the phone that it was made for',
  getSharing: CALLER,
  setSharing: CALLER,
  listPresence: { asks: 'membersVisibleTo', call: () => ({ url: '/api/presence' }) },
  listImports: CALLER,
  createImport: CALLER,
  acceptImport: CALLER,
  deleteImport: 'answers with nothing',
  exportPositions: {
    asks: 'visibleTo',
    call: ({ member }) => ({ url: `/api/locations/export/${member.id}?format=csv` }),
  },
  listAlerts: { asks: 'membersVisibleTo', call: () => ({ url: '/api/alerts' }) },
  readAlerts: 'answers with nothing',
  clearAlerts: 'answers with nothing',
  listSos: { asks: 'peopleVisibleTo', call: () => ({ url: '/api/sos' }) },
  getSos: { asks: 'viewersOf', call: ({ sosOfMember }) => ({ url: `/api/sos/${sosOfMember}` }) },
  answerSos: {
    asks: 'viewersOf',
    call: ({ sosOfMember }) => ({ url: `/api/sos/${sosOfMember}/answers`, body: { answer: 'coming' } }),
  },
  answerSosByReceipt: 'answers with nothing',
  closeSos: CALLER,
  getPush: CALLER,
  setPushDevice: CALLER,
  deletePushDevice: CALLER,
  testPushDevice: CALLER,
  confirmPush: 'answers with nothing',
  getNotifySettings: CALLER,
  setNotifySettings: CALLER,
  listDeliveries: CALLER,
  listChannels: CALLER,
  addChannel: CALLER,
  confirmChannel: CALLER,
  testChannel: CALLER,
  deleteChannel: CALLER,
  listPlacePreferences: { asks: 'membersVisibleTo', call: () => ({ url: '/api/preferences/places' }) },
  getPlacePreference: {
    asks: 'viewersOf',
    call: ({ member, geofence }) => ({ url: `/api/preferences/${member.id}/places/${geofence.id}` }),
  },
  setPlacePreference: {
    asks: 'viewersOf',
    call: ({ member, geofence }) => ({
      url: `/api/preferences/${member.id}/places/${geofence.id}`,
      body: { notifyArrival: true, notifyDeparture: false },
    }),
  },
  deletePlacePreference: CALLER,
  listPreferences: { asks: 'peopleVisibleTo', call: () => ({ url: '/api/preferences' }) },
  setPreference: {
    asks: 'visibleTo',
    call: ({ member }) => ({
      url: `/api/preferences/${member.id}`,
      body: { notifyArrival: true, notifyDeparture: false },
    }),
  },
  listCheckIns: { asks: 'visibleTo', call: () => ({ url: '/api/checkins' }) },
  startCheckIn: {
    asks: 'viewersOf',
    call: ({ member }) => ({ url: '/api/checkins', body: checkInOf([member.id]) }),
  },
  extendCheckIn: 'answers the owner with their own: a watcher gets 403',
  endCheckIn: 'answers the owner with their own: a watcher gets 403',
  seeCheckIn: { asks: 'visibleTo', call: ({ checkInId }) => ({ url: `/api/checkins/${checkInId}/seen` }) },
  listCheckInRequests: { asks: 'peopleVisibleTo', call: () => ({ url: '/api/checkin-requests' }) },
  requestCheckIn: {
    asks: 'viewersOf',
    call: ({ member }) => ({ url: '/api/checkin-requests', body: { userId: member.id } }),
  },
  answerCheckInRequest: {
    asks: 'viewersOf',
    call: ({ requestId }) => ({
      url: `/api/checkin-requests/${requestId}/answer`,
      body: { accept: true },
    }),
  },
  listAllOnceAlerts: { asks: 'membersVisibleTo', call: () => ({ url: '/api/once-alerts' }) },
  listOnceAlerts: { asks: 'viewersOf', call: ({ member }) => ({ url: `/api/users/${member.id}/once` }) },
  addOnceAlert: {
    asks: 'viewersOf',
    call: ({ member, geofence }) => ({
      url: `/api/users/${member.id}/once`,
      body: { geofenceId: geofence.id, kind: 'departure' },
    }),
  },
  removeOnceAlert: 'answers with nothing',
  listGeofences: { asks: 'membershipsOf', call: () => ({ url: '/api/geofences' }) },
  createGeofence: {
    asks: 'isMember',
    call: ({ familyA }) => ({
      url: '/api/geofences',
      body: { name: 'Canary', latitude: 1, longitude: 1, radius: 100, familyId: familyA.id },
    }),
  },
  updateGeofence: {
    asks: 'membershipsOf',
    call: ({ geofence }) => ({ url: `/api/geofences/${geofence.id}`, body: { radius: 200 } }),
  },
  deleteGeofence: {
    asks: 'membershipsOf',
    call: ({ geofence }) => ({ url: `/api/geofences/${geofence.id}` }),
  },
  placeEvents: {
    asks: 'membershipsOf',
    call: ({ geofence }) => ({ url: `/api/geofences/${geofence.id}/events` }),
  },
  familyMessages: {
    asks: 'messagesVisibleAfter',
    call: ({ familyA }) => ({ url: `/api/messages/family/${familyA.id}` }),
  },
  markRead: {
    asks: 'isMember',
    call: ({ familyA, message }) => ({
      url: `/api/messages/family/${familyA.id}/read`,
      body: { messageId: message.id },
    }),
  },
  readings: { asks: 'membersVisibleTo', call: () => ({ url: '/api/messages/readings' }) },
};

/** What decides who receives an event. Sockets are in the rooms of the families that `familiesOf` names. */
const EVENTS: Record<ServerEvent, string> = {
  'location:updated': 'membershipsOf, through the membership cache',
  'family:changed': 'familiesOf',
  'geofences:changed': 'familiesOf',
  'message:received': 'familiesOf',
  'message:read': 'familiesOf',
  'typing:update': 'familiesOf',
  'geofence:entered': 'viewersSince',
  'geofence:exited': 'viewersSince',
  'alert:recorded': 'viewersSince',
  'sos:alert': 'viewersOf',
  'sos:changed': 'viewersOf',
  'sos:moved': 'viewersOf',
  'sos:answered': 'viewersOf',
  'sos:ended': 'viewersOf',
  'checkin:changed': 'visibleTo',
  'checkin:alert': 'viewersOf',
  'request:changed': 'visibleTo',
  'request:alert': 'viewersOf',
  'member:joined': 'otherMembers and viewersOf',
  'invitations:changed': 'none: it goes to the invited person and carries nothing',
  'account:changed': 'none: it goes to the other devices of the person who made the change',
  'settings:changed': 'none: it goes to the other devices of the person who made the change',
  'alerts:read': 'none: it goes to the devices of the person whose inbox it is',
  'alerts:cleared': 'none: it goes to the devices of the person whose inbox it is',
  'presence:changed': 'viewersOf and visibleTo',
  'phone:changed': 'none: it goes to the devices of the person whose phone it is',
  'session:created': 'none: it goes to the devices of the person who signed in',
};

const { server } = useServer();
afterEach(() => {
  mockDeniesAll = false;
});

/** The admin of family A does everything that family A receives an event about. */
async function causeEveryEvent(
  { people: { admin, member }, familyA, message }: TwoFamilies,
  tab: TestSocket,
) {
  const familyId = familyA.id;
  await admin.call('POST', '/api/phones', { name: 'Pixel', app: 'owntracks' });
  await createGeofence(admin, familyId).catch(() => undefined);
  await createWalker(tab, Date.now() - 3_600_000).to(500, 300, 0, 50, 0);
  await createWalker(tab).to(500, 300, 200, 50, 0);
  await tab.send('location:update', { latitude: 47, longitude: 14.5, accuracy: 8 });
  await tab.send('message:send', { content: 'Canary', familyId });
  await tab.send('typing:start', { familyId });
  const { id } = SosAck.parse(await tab.send('sos:trigger', { latitude: 1, longitude: 2 }));
  await tab.send('sos:move', { id, latitude: 1, longitude: 3 });
  await tab.send('sos:trigger', { latitude: 1, longitude: 2 });
  await admin.call('POST', `/api/sos/${id}/close`, { ending: 'safe' });
  const membersTab = await member.connect();
  const membersCall = SosAck.parse(await membersTab.send('sos:trigger', { latitude: 1, longitude: 2 }));
  await admin.call('POST', `/api/sos/${membersCall.id}/answers`, { answer: 'coming' });
  await admin.call('POST', '/api/checkins', checkInOf([member.id]));
  await admin.call('POST', '/api/checkin-requests', { userId: member.id });
  await admin.call('POST', `/api/messages/family/${familyId}/read`, { messageId: message.id });
  await joinFamily(await server.createPerson('Canary'), familyA.inviteCode);
  await admin.call('PUT', `/api/families/${familyId}`, { name: 'Canary' });
}

/** Resolves once a member's own devices have the presence of the newest position: it comes later than the position. */
const presenceSent = ({ everything: events }: TestSocket): Promise<void> =>
  waitUntil(() =>
    events.some(([event, payload]) => {
      const { lastHeardAt = '' } = payload as { lastHeardAt?: string };
      return event === 'presence:changed' && Date.now() - Date.parse(lastHeardAt) < 60_000;
    }),
  );

/** The names of a tab's events, but for those of the person's own presence. */
const received = (tab: TestSocket, { id }: Person): string[] => {
  const ofOthers = tab.everything.filter(
    ([event, payload]) => event !== 'presence:changed' || (payload as { userId: string }).userId !== id,
  );
  return [...new Set(ofOthers.map(([event]) => event))].toSorted();
};

it('given every event, when it happens in a family, then members receive it and no outsider does', async () => {
  const scene = await createFamilies(server);
  const { admin, member, other: invited, loner: stranger, removed: former } = scene.people;
  await joinEarlier(server.database, scene.familyA.id);
  const [adminTab, memberTab] = [await admin.connect(), await member.connect()];
  const outsiders = [invited, stranger, former];
  const outside = await Promise.all(outsiders.map((person) => person.connect()));
  await causeEveryEvent(scene, adminTab);
  // The presence comes later than the position, and members see only that of positions since they joined.
  await waitUntil(() => received(memberTab, member).includes('presence:changed'));
  await flushSockets(adminTab, memberTab, ...outside);
  const ofFamilies = Object.keys(EVENTS).filter(
    (event) => !/^(invitations|session|account|settings|alerts|phone):/u.test(event),
  );
  expect(received(memberTab, member)).toEqual(ofFamilies.toSorted());
  expect(outside.map((tab, index) => received(tab, outsiders[index] ?? stranger))).toEqual([[], [], []]);
});

it('given a visibility module that denies everything, when events happen, then members receive none', async () => {
  const scene = await createFamilies(server);
  mockDeniesAll = true;
  const { admin, member } = scene.people;
  const [adminTab, memberTab] = [await admin.connect(), await member.connect()];
  await causeEveryEvent(scene, adminTab);
  await presenceSent(adminTab);
  await flushSockets(adminTab, memberTab);
  expect(received(memberTab, member)).toEqual([]);
});

const guarded = Object.entries(ROUTES).flatMap(([name, route]) =>
  typeof route === 'string' ? [] : [{ name: name as RouteName, ...route }],
);

it.each(guarded)(
  'given $name, which asks $asks, when everything is denied, then a member gets nothing',
  async ({ name, call }) => {
    const scene = await createFamilies(server);
    const { url, body } = call(scene);
    const { admin, member } = scene.people;
    const notify = { notifyArrival: true, notifyDeparture: true };
    await admin.call('PUT', `/api/preferences/${member.id}`, notify);
    await admin.call('PUT', `/api/preferences/${member.id}/places/${scene.geofence.id}`, notify);
    const once = { geofenceId: scene.geofence.id, kind: 'arrival' };
    await admin.call('PUT', `/api/users/${member.id}/once`, once);
    await (await member.connect()).send('sos:trigger', { latitude: 1, longitude: 2 });
    mockDeniesAll = true;
    const denied = await admin.call(routes[name].method, url, body);
    expect([denied.statusCode, denied.body]).toEqual(
      denied.statusCode === 200
        ? [200, expect.stringMatching(/^(\[\]|\{"alerts":\[\],"unread":0\})$/u)]
        : [404, expect.stringContaining('"statusCode":404')],
    );
    mockDeniesAll = false;
    const allowed = await admin.call(routes[name].method, url, body);
    expect(allowed.statusCode).toBe(routes[name].status);
    expect([allowed.statusCode, allowed.body]).not.toEqual([denied.statusCode, denied.body]);
  },
);

it.each([
  ['leaves', 'leave'],
  ['is removed', 'removal'],
])('given a member who %s, when they export their data, then it has nothing of later', async (_what, how) => {
  const { people, familyA } = await createFamilies(server);
  const { admin, loner: former } = people;
  const familyId = familyA.id;
  await former.call('POST', '/api/families/join-by-code', { inviteCode: familyA.inviteCode });
  const { id: geofenceId } = await createGeofence(former, familyId);
  const tab = await former.connect();
  await tab.send('message:send', { content: 'Hello', familyId });
  tab.raw.disconnect();
  const adminTab = await admin.connect();
  await adminTab.send('sos:trigger', { latitude: 1, longitude: 2, message: 'Canary' });
  await (how === 'leave'
    ? leaveFamily(former, familyId)
    : admin.call('DELETE', `/api/families/${familyId}/members/${former.id}`));
  await adminTab.send('sos:trigger', { latitude: 3, longitude: 4, message: 'Canary' });
  await admin.call('PUT', `/api/families/${familyId}`, { name: 'Canary' });
  await admin.call('PUT', `/api/geofences/${geofenceId}`, { name: 'Canary' });
  await createGeofence(admin, familyId, { name: 'Canary' });
  const exported = await former.call('GET', `/api/users/${former.id}/export`);
  expect(exported.json()).toMatchObject({ messages: [{ family: null, content: 'Hello' }] });
  expect(exported.body).not.toContain('Canary');
});

it('given the contract, then every route and every event names what decides about visibility', () => {
  expect(Object.keys(ROUTES).toSorted()).toEqual(Object.keys(routes).toSorted());
  expect(Object.keys(EVENTS).toSorted()).toEqual(Object.keys(serverEvents).toSorted());
});

/** Files that may name the table of memberships; every other file asks `visibility.ts`. */
const READS_MEMBERSHIPS = [
  'src/server/cli/moveStore.ts',
  'src/server/db/schema.ts',
  // The export lists a person's own memberships.
  'src/server/features/families/exportSections.ts',
  'src/server/features/families/repository.ts',
  'src/server/features/families/visibility.ts',
];

it('given the source, then only families and visibility.ts query memberships', () => {
  const files = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('db/migrations/'))
    .map((file) => `src/server/${file}`);
  const found = files.filter((file) => readFileSync(file, 'utf8').includes('family_members'));
  expect(found.toSorted()).toEqual(READS_MEMBERSHIPS);
});
