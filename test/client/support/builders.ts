import type { Import } from '#contract/imports';
import type { MemberJoined } from '#contract/inbox';
import type { Message } from '#contract/chat';
import type { Family } from '#contract/families';
import type { Geofence } from '#contract/geofences';
import type { Location } from '#contract/locations';
import type { User } from '#contract/session';
import type { SosCall } from '#contract/sos';
import type { LocationFix } from '#client/services/types';

export const ANA: User = {
  id: 'ana',
  name: 'Ana Novak',
  email: 'ana@example.si',
  phone: null,
  profileImage: null,
};

function createMember(id: string): Family['members'][number] {
  return { id, name: id, profileImage: null, isAdmin: false };
}

export function createFamily(id: string, memberIds: string[] = ['ana'], inviteCode = `CODE-${id}`): Family {
  return { id, name: `Family ${id}`, members: memberIds.map(createMember), inviteCode };
}

export function createLocation(userId: string, change: Partial<Location> = {}): Location {
  return {
    userId,
    latitude: 45.2,
    longitude: 13.7,
    accuracy: 10,
    timestamp: '2026-05-01T11:59:00.000Z',
    ...change,
  };
}

export function createFix(change: Partial<LocationFix> = {}): LocationFix {
  return { latitude: 45.3, longitude: 13.8, accuracy: 12, timestamp: '2026-05-01T12:00:00.000Z', ...change };
}

export function createGeofence(id: string, change: Partial<Geofence> = {}): Geofence {
  return {
    id,
    familyId: 'f1',
    name: `Place ${id}`,
    latitude: 45.2,
    longitude: 13.7,
    radius: 100,
    notifyEntry: true,
    notifyExit: true,
    createdAt: '2026-04-01T10:00:00.000Z',
    createdBy: 'ana',
    ...change,
  };
}

/** A crossing as it comes from the server. */
export function createCrossing(change: object = {}) {
  return {
    alertId: null,
    userId: 'ben',
    geofenceName: 'School',
    geofenceId: 'g1',
    familyId: 'f1',
    timestamp: '2026-05-01T11:58:00.000Z',
    ...change,
  };
}

/** An SOS as it comes from the server. */
export function createSos(change: object = {}) {
  return {
    id: 's1',
    alertId: null,
    userId: 'ben',
    userName: 'Ben Kos',
    latitude: 45.25,
    longitude: 13.75,
    message: 'Flat tyre',
    phone: null,
    timestamp: '2026-05-01T11:59:00.000Z',
    ...change,
  };
}

/** The family's message with this number, as it comes from the server. */
export function createMessage(sequence: number, change: Partial<Message> = {}): Message {
  return {
    id: `m${sequence}`,
    familyId: 'f1',
    userId: 'ben',
    userName: 'Ben Kos',
    profileImage: null,
    content: `message ${sequence}`,
    timestamp: new Date(Date.parse('2026-05-01T10:00:00.000Z') + sequence * 1_000).toISOString(),
    sequence,
    clientId: null,
    ...change,
  };
}

/** An open SOS by Ben to Ana and Cem, as it comes from the server. */
export function createCall(change: Partial<SosCall> = {}): SosCall {
  return {
    id: 's1',
    userId: 'ben',
    userName: 'Ben Kos',
    message: 'Flat tyre',
    phone: '+386 40 123 456',
    startedAt: '2026-05-01T11:59:00.000Z',
    endedAt: null,
    ending: null,
    revision: 1,
    position: { latitude: 45.25, longitude: 13.75, accuracy: 20, timestamp: '2026-05-01T11:59:00.000Z' },
    people: ['ana', 'cem'].map((userId) => ({
      userId,
      name: userId,
      answer: null,
      answeredAt: null,
      reached: [],
    })),
    ...change,
  };
}

/** An imported track of an hour, of which nothing was left out. */
export function createImport(change: Partial<Import> = {}): Import {
  return {
    id: 'i1',
    name: 'walk.gpx',
    format: 'gpx',
    state: 'read',
    first: '2019-05-04T08:00:00.000Z',
    last: '2019-05-04T09:00:00.000Z',
    days: 1,
    fixes: 60,
    doubles: 0,
    skipped: 0,
    paused: 0,
    shared: false,
    createdAt: '2026-01-01T08:00:00.000Z',
    ...change,
  };
}

/** Vera, who is not known here yet, has joined the second of Ana's families. */
export const createJoined = (change: Partial<MemberJoined> = {}): MemberJoined => ({
  alertId: 'a1',
  userId: 'vera',
  userName: 'Vera',
  familyId: 'f2',
  familyName: 'The Marins',
  timestamp: '2026-05-01T12:00:00.000Z',
  ...change,
});
