import type { CheckIn, CheckInNews, CheckInRequest } from '#contract/checkIns';
import { ANA } from './builders';

/** A check-in of Ben that Ana watches, due in half an hour. */
export const createCheckIn = (change: Partial<CheckIn> = {}): CheckIn => ({
  id: 'c1',
  userId: 'ben',
  userName: 'Ben Kos',
  geofenceId: 'g1',
  placeName: 'Home',
  startedAt: '2026-05-01T11:50:00.000Z',
  dueAt: '2026-05-01T12:30:00.000Z',
  graceMinutes: 10,
  state: 'running',
  endedAt: null,
  shareLast: false,
  revision: 1,
  people: [{ userId: ANA.id, name: ANA.name, seenAt: null }],
  lastPosition: null,
  ...change,
});

/** A check-in of Ana that Ben watches. */
export const createOwnCheckIn = (change: Partial<CheckIn> = {}): CheckIn =>
  createCheckIn({
    id: 'own',
    userId: ANA.id,
    userName: ANA.name,
    people: [{ userId: 'ben', name: 'Ben Kos', seenAt: null }],
    ...change,
  });

/** News of Ben's check-in for Ana. */
export const createNews = (change: Partial<CheckInNews> = {}): CheckInNews => ({
  alertId: 'a1',
  checkinId: 'c1',
  userId: 'ben',
  userName: 'Ben Kos',
  placeName: 'Home',
  dueAt: '2026-05-01T12:30:00.000Z',
  what: 'started',
  timestamp: '2026-05-01T12:00:00.000Z',
  timeZone: null,
  lastPositionAt: null,
  lateMinutes: null,
  ...change,
});

/** Ben asks Ana for a check-in. */
export const createRequest = (change: Partial<CheckInRequest> = {}): CheckInRequest => ({
  id: 'r1',
  fromId: 'ben',
  fromName: 'Ben Kos',
  toId: ANA.id,
  toName: ANA.name,
  text: null,
  state: 'open',
  createdAt: '2026-05-01T11:55:00.000Z',
  ...change,
});
