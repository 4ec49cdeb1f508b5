import type { CheckInNews, RequestNews } from '#contract/checkIns';
import type { MemberJoined } from '#contract/inbox';
import type { SosAnswered, SosEnded } from '#contract/sos';
import { ALERTS_KEPT } from '#contract/limits';

/** `sos_news`: an answer to the user's own SOS, or the end of one; `joined`: someone joined a family of the user. */
export type AlertType = 'sos' | 'sos_news' | 'geofence_enter' | 'geofence_exit' | 'checkin' | 'joined';

/** Something the family should know. Fields that its type has not are null. */
export interface Alert {
  /** Built from the type and the time it came in. */
  id: string;
  /** Names the event itself: delivered again it has the same key. */
  key: string;
  /** Names it in the inbox on the server; null from servers that keep none. */
  alertId: string | null;
  type: AlertType;
  read: boolean;
  /** The Alerts tab has shown it on this device. */
  listed?: boolean;
  /** When it happened, ISO 8601. */
  timestamp: string;
  /** When the server received it, if that was too late for a notification. ISO 8601. */
  reportedAt?: string;
  userId: string;
  userName: string | null;
  geofenceName: string | null;
  latitude: number | null;
  longitude: number | null;
  message: string | null;
  /** Phone number of the caller of an SOS. */
  phone: string | null;
  /** How often the server has repeated an SOS before; absent: never. */
  repeat?: number;
  /** The page that the alert leads to, where it is neither the list nor that of an SOS. */
  path?: string;
  /** Of a check-in, a request for one, a joining, and news of an SOS: what its text is made of. */
  news?: AlertNews;
}

/** What the text of an alert is made of that is neither an SOS nor a crossing. */
export type AlertNews = CheckInNews | RequestNews | MemberJoined | SosAnswered | SosEnded;

/** What a device keeps of its alerts. */
export interface StoredAlerts {
  /** Newest first. */
  items: Alert[];
  /** Keys of what has come in lately, cleared alerts included, so that none comes twice. */
  seen: string[];
}

/**
 * How many of its newest keys a tab takes over from another. With all of them, two tabs with full lists would never agree on
 * the oldest ones.
 */
export const KEYS_TO_SHARE = ALERTS_KEPT / 2;

/** An id that no alert in the list has, also within one millisecond. */
export function freeId(items: readonly Alert[], wanted: string): string {
  let id = wanted;
  for (let count = 2; items.some((item) => item.id === id); count += 1) id = `${wanted}-${count}`;
  return id;
}

/** Puts an alert among the others, newest first. */
export function insertAlert(items: Alert[], alert: Alert): void {
  const index = items.findIndex(({ timestamp }) => timestamp <= alert.timestamp);
  items.splice(index === -1 ? items.length : index, 0, alert);
}

/** Keeps the newest alerts, and each SOS that is not dismissed on this device, however many these are. */
export function dropOldest(items: Alert[]): void {
  while (items.length > ALERTS_KEPT) {
    const index = items.findLastIndex(({ type, read }) => type !== 'sos' || read);
    if (index === -1) return;
    items.splice(index, 1);
  }
}

/**
 * The alerts of two tabs of one person as one list. An alert only moves forwards, from unread to read to cleared. The
 * later state counts, so tabs that exchange their lists end with the same one, in any order.
 */
export function mergeAlerts(own: StoredAlerts, other: StoredAlerts): StoredAlerts {
  const others = new Map(other.items.map((alert) => [alert.key, alert]));
  const otherSeen = new Set(other.seen);
  const items = own.items
    .filter(({ key }) => others.has(key) || !otherSeen.has(key))
    .map((alert) => (others.get(alert.key)?.read ? { ...alert, read: true } : alert));
  const known = knownKeys(own);
  for (const alert of other.items) {
    if (!known.has(alert.key)) insertAlert(items, { ...alert, id: freeId(items, alert.id) });
  }
  dropOldest(items);
  return { items, seen: addSeen(own.seen, other.seen.slice(0, KEYS_TO_SHARE)) };
}

const knownKeys = ({ items, seen }: StoredAlerts): Set<string> =>
  new Set([...seen, ...items.map(({ key }) => key)]);

/** Adds keys in front, as the newest ones. */
export const addSeen = (seen: readonly string[], keys: readonly string[]): string[] =>
  [...keys.filter((key) => !seen.includes(key)), ...seen].slice(0, ALERTS_KEPT);

/** Without alerts that were cleared: their keys stay, or another tab that knows them from the inbox would bring them back. */
export const withoutCleared = (own: StoredAlerts, isCleared: (alert: Alert) => boolean): StoredAlerts => ({
  items: own.items.filter((alert) => !isCleared(alert)),
  seen: addSeen(
    own.seen,
    own.items.filter(isCleared).map(({ key }) => key),
  ),
});

/** The newest alert that the inbox on the server has; null when it has none of them. Ids sort by time. */
export function newestAlertId(items: readonly Alert[]): string | null {
  return items.reduce<string | null>(
    (newest, { alertId }) => (alertId !== null && alertId > (newest ?? '') ? alertId : newest),
    null,
  );
}

/** An alert of the inbox on the server. */
export type AlertFromInbox = Omit<Alert, 'id'> & { alertId: string };

/** What the server has answered about the inbox. */
export interface InboxAnswer {
  /** Its newest alerts, newest first. */
  alerts: AlertFromInbox[];
  /** Whether it has no others. */
  isComplete: boolean;
  /** The newest alert that this device knew when it asked. */
  newestKnown: string | null;
}

/** The alerts of this device with those of the inbox, which all devices of a person share. */
export function mergeInbox(
  own: StoredAlerts,
  { alerts: inInbox, isComplete, newestKnown }: InboxAnswer,
): StoredAlerts {
  const inboxByKey = new Map(inInbox.map((alert) => [alert.key, alert]));
  const oldestId = isComplete ? '' : (inInbox.at(-1)?.alertId ?? '');
  // Those that have arrived since may be missing from the answer.
  const isListable = ({ alertId }: Alert) =>
    alertId !== null && alertId >= oldestId && alertId <= (newestKnown ?? '');
  // What the inbox should list and does not was cleared on another device.
  const kept = withoutCleared(own, (alert) => !inboxByKey.has(alert.key) && isListable(alert));
  const items = kept.items.map((alert) => {
    const other = inboxByKey.get(alert.key);
    return other ? { ...alert, alertId: other.alertId, read: alert.read || other.read } : alert;
  });
  const known = knownKeys(kept);
  for (const alert of inInbox)
    if (!known.has(alert.key)) insertAlert(items, { ...alert, id: freeId(items, alert.alertId) });
  dropOldest(items);
  return { items, seen: kept.seen };
}

/** Alerts of the inbox that this device has read or cleared while the server was unreachable. */
export function unreportedReads(own: StoredAlerts, inInbox: readonly AlertFromInbox[]): string[] {
  const unread = new Set(own.items.filter(({ read }) => !read).map(({ key }) => key));
  const known = knownKeys(own);
  return inInbox
    .filter(({ key, read }) => !read && known.has(key) && !unread.has(key))
    .map(({ alertId }) => alertId);
}
