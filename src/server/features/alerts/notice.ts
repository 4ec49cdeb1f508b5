import type { ServerEventPayload } from '#contract/events';
import type { NoticeRow } from '#server/db/schema';

/** The socket event of each kind of notice. */
export const EVENT_OF = {
  sos: 'sos:alert',
  arrival: 'geofence:entered',
  departure: 'geofence:exited',
} as const;
export type AlertKind = keyof typeof EVENT_OF;

/** What a notice says: the payload of its event, without the id that it gets for each recipient. */
export type NoticeContent = {
  [Kind in AlertKind]: {
    readonly kind: Kind;
    readonly payload: Omit<ServerEventPayload<(typeof EVENT_OF)[Kind]>, 'alertId'>;
  };
}[AlertKind];

/** An alert for one person. */
export type Notice = NoticeContent & {
  readonly id: string;
  readonly recipientId: string;
  /** The person the alert is about. */
  readonly subjectId: string;
  /** The families through which the recipient may see that person. */
  readonly familyIds: readonly string[];
  /** `sos:ID` or `fence:PERSON:GEOFENCE`; notifications about the same take each other's place. */
  readonly about: string;
};

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
    createdAt: row.created_at,
    isRead: row.read_at !== null,
    ...({ kind: row.kind, payload: JSON.parse(row.payload) as unknown } as NoticeContent),
  };
}
