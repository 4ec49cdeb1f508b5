import { ALERTS_KEPT } from '#contract/limits';
import type { SosTrigger } from '#contract/alerts';
import type { Storage } from '#client/services/types';
import { dropOldest } from './mergeAlerts';
import type { Alert, StoredAlerts } from './slice';

/** Where a device keeps a person's alerts. */
export const alertsKey = (userId: string) => `alerts:${userId}`;
/** Where a device keeps a person's SOS until it is sent. */
const sosKey = (userId: string) => `sos:${userId}`;

/** Where a device keeps the id of the SOS that its person sent from it. */
export const deviceCallKey = (userId: string) => `sosCall:${userId}`;

/** The position of an SOS. Degrees WGS 84. */
export interface SosPosition {
  latitude: number;
  longitude: number;
  /** In metres; absent or null: unknown. */
  accuracy?: number | null;
  /** When it was taken, epoch milliseconds. */
  takenAt: number;
  /** False for a position from before the press. */
  fresh: boolean;
}

/** A call for help that is not acknowledged yet. */
export interface PendingSos {
  message: string;
  /** null until one is found. */
  position: SosPosition | null;
  clientId: NonNullable<SosTrigger['clientId']>;
  /** When the button was pressed, epoch milliseconds. */
  pressedAt: number;
}

/** A stored text as an object; null when it is none, whatever has happened to it. */
function recordIn(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Whether each named field is of the type that its sample has. */
function hasFormOf(value: unknown, sample: Record<string, string | number | boolean>): boolean {
  return (
    isRecord(value) && Object.entries(sample).every(([field, like]) => typeof value[field] === typeof like)
  );
}

const alertForm = { id: '', key: '', read: true, userId: '', timestamp: '' };
const types = ['sos', 'sos_news', 'geofence_enter', 'geofence_exit', 'checkin', 'joined'];
const isAlert = (value: unknown): value is Alert =>
  hasFormOf(value, alertForm) &&
  types.includes((value as Alert).type) &&
  !Number.isNaN(Date.parse((value as Alert).timestamp));

/** Earlier versions kept no ids of the inbox. */
const withAlertId = (alert: Alert): Alert => ({ ...alert, alertId: alert.alertId ?? null });

/** The alerts in a stored text; none when it is not what we wrote. */
export function parseStoredAlerts(text: string | null): StoredAlerts {
  const { items, seen } = recordIn(text) ?? {};
  const stored = Array.isArray(items) ? items.filter(isAlert).map(withAlertId) : [];
  dropOldest(stored);
  return {
    items: stored,
    seen: Array.isArray(seen) ? seen.filter((key) => typeof key === 'string').slice(0, ALERTS_KEPT) : [],
  };
}

const sosForm = { message: '', clientId: '', pressedAt: 0 };
const positionForm = { latitude: 0, longitude: 0, takenAt: 0, fresh: true };

/** The unsent SOS in a stored text; null when there is none, or it is not what we wrote. */
function pendingSosIn(text: string | null): PendingSos | null {
  const value = recordIn(text);
  if (!value || !hasFormOf(value, sosForm)) return null;
  const position = hasFormOf(value['position'], positionForm) ? value['position'] : null;
  return { ...value, position } as PendingSos;
}

/** Stored for a moment instead of an SOS that has been sent, so that other tabs see it was not taken back. */
const SENT = 'sent';

/** The storage of a person's unsent SOS on this device, the same for all tabs. */
export function createPendingSosStorage(storage: Storage, userId: string) {
  const key = sosKey(userId);
  return {
    read: () => pendingSosIn(storage.get(key)),
    write: (pending: PendingSos) => storage.set(key, JSON.stringify(pending)),
    remove: () => storage.remove(key),
    /**
     * Removes it and lets the other tabs know why.
     * @param id of the SOS; null on servers that know only the specification
     */
    removeAsSent(id: string | null) {
      if (id) storage.set(deviceCallKey(userId), id);
      storage.set(key, SENT);
      storage.remove(key);
    },
    /** Another tab has written it, has sent it, or has taken it back. */
    onChanged: (handler: (change: 'written' | 'sent' | 'removed') => void) =>
      storage.onChanged(key, (text) => {
        if (text === SENT) handler('sent');
        else handler(pendingSosIn(text) ? 'written' : 'removed');
      }),
  };
}
export type PendingSosStorage = ReturnType<typeof createPendingSosStorage>;
