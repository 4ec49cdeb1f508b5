import * as z from 'zod/mini';
import { SosAlert } from './alerts';
import { CheckInNews, RequestNews } from './checkIns';
import { NoAnswer, nothingIn, type Route } from './defineRoute';
import { GeofenceCrossed } from './geofences';
import { ALERTS_KEPT, ALERTS_PAGE } from './limits';
import { listOf } from './lists';
import { AlertId, code, Id, IdInput, PageLimit, Timestamp } from './primitives';
import { SosAnswered, SosEnded } from './sos';

const inboxFields = {
  id: Id,
  /** When it happened. */
  at: Timestamp,
  /** When the server learned of it. */
  reportedAt: Timestamp,
  /** It was reported so long after it happened that there was no notification. */
  late: z.boolean(),
  read: z.boolean(),
};

/** A person has joined a family of the receiver, who was in it before. Names are those of that moment. */
export const MemberJoined = z.object({
  alertId: AlertId,
  userId: Id,
  userName: z.string(),
  familyId: Id,
  familyName: z.string(),
  timestamp: Timestamp,
});
export type MemberJoined = z.output<typeof MemberJoined>;

/** An alert of the last 30 days, the same on all devices of its recipient. */
export const InboxAlert = z.union([
  z.object({ ...inboxFields, kind: z.enum(['sos']), payload: SosAlert }),
  z.object({ ...inboxFields, kind: z.enum(['sosAnswer']), payload: SosAnswered }),
  z.object({ ...inboxFields, kind: z.enum(['sosEnded']), payload: SosEnded }),
  z.object({ ...inboxFields, kind: z.enum(['arrival', 'departure']), payload: GeofenceCrossed }),
  z.object({
    ...inboxFields,
    kind: z.enum(['checkin', 'checkinAsked', 'checkinMissed']),
    payload: CheckInNews,
  }),
  z.object({ ...inboxFields, kind: z.enum(['request']), payload: RequestNews }),
  z.object({ ...inboxFields, kind: z.enum(['joined']), payload: MemberJoined }),
]);
export type InboxAlert = z.output<typeof InboxAlert>;

/** Alerts that the receiver read or dismissed on one of their devices. */
export const AlertsRead = z.object({ ids: z.array(Id) });

/** The receiver cleared all alerts up to this one on one of their devices. */
export const AlertsCleared = z.object({ upTo: Id });

/** Some alerts by id, or all up to one of them. */
const ReadInput = z.union(
  [
    z.strictObject({
      ids: listOf(IdInput, ALERTS_KEPT, code('alerts_required')),
    }),
    z.strictObject({ upTo: IdInput }),
  ],
  code('alerts_required'),
);

/** Routes for the inbox. Not in the specification: other servers answer 404. */
export const inboxRoutes = {
  /** Newest first. `before` is the id of the last alert of the page before. */
  listAlerts: {
    ...nothingIn,
    method: 'GET',
    path: '/api/alerts',
    auth: 'session',
    status: 200,
    query: z.strictObject({
      before: z.optional(IdInput),
      limit: z._default(z.optional(PageLimit), ALERTS_PAGE),
    }),
    answer: z.object({ alerts: z.array(InboxAlert), unread: z.number() }),
  },
  readAlerts: {
    ...nothingIn,
    method: 'POST',
    path: '/api/alerts/read',
    auth: 'session',
    status: 204,
    body: ReadInput,
    answer: NoAnswer,
  },
  clearAlerts: {
    ...nothingIn,
    method: 'POST',
    path: '/api/alerts/clear',
    auth: 'session',
    status: 204,
    body: z.strictObject({ upTo: IdInput }, code('alerts_required')),
    answer: NoAnswer,
  },
} as const satisfies Record<string, Route>;
