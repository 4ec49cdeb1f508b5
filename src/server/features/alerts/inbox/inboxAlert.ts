import type { InboxAlert } from '#contract/inbox';
import { ALERT_LATE_AFTER_MS } from '#contract/limits';
import type { StoredNotice } from '../notice';

/** A notice as its recipient finds it in the inbox. */
export function asInboxAlert({ id, createdAt, isRead, ...content }: StoredNotice): InboxAlert {
  const { timestamp } = content.payload;
  const common = {
    id,
    at: timestamp,
    reportedAt: new Date(createdAt).toISOString(),
    // A repeat of an SOS says when it began.
    late: content.kind !== 'sos' && createdAt - Date.parse(timestamp) > ALERT_LATE_AFTER_MS,
    read: isRead,
  };
  switch (content.kind) {
    case 'sos':
      return { ...common, kind: content.kind, payload: { ...content.payload, alertId: id } };
    case 'sosAnswer':
      return { ...common, kind: content.kind, payload: { ...content.payload, alertId: id } };
    case 'sosEnded':
      return { ...common, kind: content.kind, payload: { ...content.payload, alertId: id } };
    case 'arrival':
    case 'departure':
      return { ...common, kind: content.kind, payload: { ...content.payload, alertId: id } };
    case 'joined':
      return { ...common, kind: content.kind, payload: { ...content.payload, alertId: id } };
    case 'request':
      return { ...common, kind: content.kind, payload: { ...content.payload, alertId: id } };
    default:
      return { ...common, kind: content.kind, payload: { ...content.payload, alertId: id } };
  }
}
