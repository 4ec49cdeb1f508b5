import type { CheckIn, CheckInRequest, OnceAlert } from '#contract/checkIns';
import type { StoredCheckIns } from './reducer';

/** Where a device keeps what it knows of a person's check-ins. Signing out removes it. */
export const checkInsKey = (userId: string) => `checkins:${userId}`;

/** Whether each named field of a record is of the type that its sample has. */
function hasFormOf(value: unknown, sample: Record<string, string | number>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Record<string, unknown>;
  return Object.entries(sample).every(([field, like]) => typeof record[field] === typeof like);
}

const checkInForm = { id: '', userId: '', placeName: '', startedAt: '', dueAt: '', state: '', revision: 0 };
const isCheckIn = (value: unknown): value is CheckIn =>
  hasFormOf(value, checkInForm) && Array.isArray((value as CheckIn).people);

const requestForm = { id: '', fromId: '', fromName: '', toId: '', state: '', createdAt: '' };
const isRequest = (value: unknown): value is CheckInRequest => hasFormOf(value, requestForm);

const isOnceAlert = (value: unknown): value is OnceAlert => hasFormOf(value, { geofenceId: '', kind: '' });

const listIn = <T>(value: unknown, isOne: (one: unknown) => one is T): T[] =>
  Array.isArray(value) ? value.filter(isOne) : [];

const onceIn = (value: unknown): Record<string, OnceAlert[]> =>
  Object.fromEntries(
    Object.entries(value ?? {}).map(([userId, wanted]) => [userId, listIn(wanted, isOnceAlert)]),
  );

/** What a stored text holds; null when there is none, or it is not what we wrote. */
export function parseStoredCheckIns(text: string | null): StoredCheckIns | null {
  try {
    const stored = JSON.parse(text ?? 'null') as Record<string, unknown> | null;
    return (
      stored && {
        list: listIn(stored['list'], isCheckIn),
        requests: listIn(stored['requests'], isRequest),
        once: onceIn(stored['once']),
      }
    );
  } catch {
    return null;
  }
}
