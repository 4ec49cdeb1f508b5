import type { SosCall } from '#contract/sos';
import type { Storage } from '#client/services/types';

/** How many ended calls are stored; open ones all are. */
const OVER_KEPT = 10;

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function isCall(value: unknown): value is SosCall {
  if (!isRecord(value) || !isRecord(value['position']) || !Array.isArray(value['people'])) return false;
  const { id, userId, userName, startedAt, revision, position, people } = value;
  return (
    [id, userId, userName, startedAt, position['timestamp']].every(isText) &&
    [revision, position['latitude'], position['longitude']].every(isNumber) &&
    people.every((one) => isRecord(one) && isText(one['userId']) && Array.isArray(one['reached']))
  );
}

/** The calls in a stored text; null when there are none, or it is not what we wrote. */
function callsIn(text: string | null): SosCall[] | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return Array.isArray(value) && value.every(isCall) ? value : null;
  } catch {
    return null;
  }
}

/** The calls as a person's device knew them last, for a start without a network. Signing out removes them. */
export function createCallStorage(storage: Storage, userId: string) {
  const key = `sosCalls:${userId}`;
  return {
    /** Newest first; null when it knew of none. */
    read: () => callsIn(storage.get(key)),
    /** @param calls newest first */
    write(calls: readonly SosCall[]): void {
      const over = calls.filter(({ endedAt }) => endedAt !== null).slice(0, OVER_KEPT);
      const stored = calls.filter((call) => call.endedAt === null || over.includes(call));
      storage.set(key, JSON.stringify(stored));
    },
  };
}
export type CallStorage = ReturnType<typeof createCallStorage>;
