import type { ServerEventPayload } from '#contract/events';
import type { NoticeRow } from '#server/db/schema';

/** The socket event of each kind of notice. */
export const EVENT_OF = {
  sos: 'sos:alert',
  sosAnswer: 'sos:answered',
  sosEnded: 'sos:ended',
  arrival: 'geofence:entered',
  departure: 'geofence:exited',
  checkin: 'checkin:alert',
  checkinAsked: 'checkin:alert',
  checkinMissed: 'checkin:alert',
  request: 'request:alert',
  joined: 'member:joined',
} as const;
type SocketKind = keyof typeof EVENT_OF;

/** What a notice says: the payload of its event, without the id that it gets for each recipient. */
export type NoticeContent = {
  [Kind in SocketKind]: {
    readonly kind: Kind;
    readonly payload: Omit<ServerEventPayload<(typeof EVENT_OF)[Kind]>, 'alertId'>;
  };
}[SocketKind];

/** An alert for one person. */
export type Notice = NoticeContent & {
  readonly id: string;
  readonly recipientId: string;
  /** The person the alert is about. */
  readonly subjectId: string;
  /** The families through which the recipient may see that person. */
  readonly familyIds: readonly string[];
  /** `sos:ID`, `sos:ID:PERSON`, `fence:PERSON:GEOFENCE`, `checkin:ID`, `request:ID` or `joined:FAMILY:PERSON`; those about the same replace each other. */
  readonly about: string;
  /** The SOS that it is about. */
  readonly sosId?: string | null;
  /** It is the server's repeat of a call. */
  readonly isRepeat?: boolean;
  /** It was reported so long after it happened that it only goes to the inbox, without a notification. */
  readonly isLate?: boolean;
};

/** The kinds of notices that go to open pages as events. */
export const SOCKET_KINDS = Object.keys(EVENT_OF) as SocketKind[];

/** A stored notice. Times in epoch milliseconds. */
export type StoredNotice = Notice & { readonly createdAt: number; readonly isRead: boolean };

/** A row as a notice. The casts are safe because only this feature writes these columns. */
export function asNotice(row: NoticeRow): StoredNotice {
  return {
    id: row.id,
    recipientId: row.recipient_id,
    subjectId: row.subject_id,
    familyIds: JSON.parse(row.family_ids) as string[],
    about: row.about,
    sosId: row.sos_id,
    isRepeat: row.is_repeat === 1,
    isLate: row.expires_at <= row.created_at,
    createdAt: row.created_at,
    isRead: row.read_at !== null,
    ...({ kind: row.kind, payload: JSON.parse(row.payload) as unknown } as NoticeContent),
  };
}
