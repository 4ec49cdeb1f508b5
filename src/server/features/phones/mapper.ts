import type { Phone, PhoneError, PhoneHint } from '#contract/phones';
import type { PhoneRow } from '#server/db/schema';

const iso = (moment: number): string => new Date(moment).toISOString();
const isoOrNull = (moment: number | null): string | null => (moment === null ? null : iso(moment));

/** A phone as its owner sees it. */
export function toPhone(row: PhoneRow): Phone {
  return {
    id: row.id,
    name: row.name,
    app: row.app,
    isPrimary: row.is_primary === 1,
    seesFamily: row.sees_family === 1,
    getsPlaces: row.gets_places === 1,
    createdAt: iso(row.created_at),
    lastSeenAt: isoOrNull(row.last_seen_at),
    lastFixAt: isoOrNull(row.last_fix_at),
    lastAccuracy: row.last_accuracy,
    lastError: row.last_error as PhoneError | null,
    lastErrorAt: isoOrNull(row.last_error_at),
    droppedFixes: row.dropped_fixes,
    droppedAt: isoOrNull(row.dropped_at),
    battery: row.battery,
    charging: row.charging === null ? null : row.charging === 1,
    connection: row.connection,
    appVersion: row.app_version,
    hints: JSON.parse(row.hints) as PhoneHint[],
  };
}
