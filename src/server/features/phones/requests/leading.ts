import { distanceBetween } from '#shared/geo';
import type { PhoneRow, PositionSourceRow } from '#server/db/schema';
import type { FixItem } from '../readers/items';
import type { PhoneUpdate } from '../repository';

/** What a request means for whose positions count. */
export interface Leading {
  /** Whether this phone leads after the request. */
  readonly leads: boolean;
  /** Whether its positions count. */
  readonly counts: boolean;
  /** What has changed of the phone. */
  readonly update: PhoneUpdate;
}

/** Another phone takes over from one that is silent for this long. */
const SILENT_MS = 30 * 60_000;
/** The primary phone returns with a position that is younger. */
const FRESH_MS = 2 * 60_000;
/** The other phone has to move this far in between, so that no tablet at home takes over. Metres. */
const MOVED_M = 200;
const ACCURATE_M = 100;

/**
 * Decides whether the positions of a phone count: those of the primary one do. Another one takes over once the one that leads
 * is silent and it has moved meanwhile, until the primary one is back; at once while none was heard, because a phone that was
 * added and never set up must not stop the one that reports.
 * @param fixes oldest first
 */
export function decideLeading(
  phone: PhoneRow,
  source: PositionSourceRow | undefined,
  fixes: readonly FixItem[],
  now: number,
): Leading {
  const leadingId = source?.leading_phone_id ?? null;
  if (phone.is_primary === 1) {
    const isBack =
      leadingId === null || fixes.some(({ timestamp }) => now - Date.parse(timestamp) < FRESH_MS);
    return { leads: isBack, counts: true, update: {} };
  }
  if (leadingId === phone.id) return { leads: true, counts: true, update: {} };
  const heardAt = source?.heard_at ?? null;
  if (heardAt === null) return { leads: true, counts: true, update: {} };
  const trail = followTrail(phone, fixes, heardAt);
  const takesOver = now - heardAt >= SILENT_MS && trail.moved_at !== null && trail.moved_at > heardAt;
  return { leads: takesOver, counts: takesOver, update: trail };
}

type Trail = Pick<PhoneRow, 'anchor_at' | 'anchor_latitude' | 'anchor_longitude' | 'moved_at'>;

/** Where the phone was first since the leading one was heard, and when it was far from there. */
function followTrail(phone: PhoneRow, fixes: readonly FixItem[], heardAt: number): Trail {
  const { anchor_at, anchor_latitude, anchor_longitude, moved_at } = phone;
  let trail: Trail = { anchor_at, anchor_latitude, anchor_longitude, moved_at };
  for (const { latitude, longitude, accuracy, timestamp } of fixes) {
    const at = Date.parse(timestamp);
    if (accuracy === null || accuracy > ACCURATE_M || at <= heardAt) continue;
    const anchor = { latitude: trail.anchor_latitude, longitude: trail.anchor_longitude };
    if (trail.anchor_at === null || trail.anchor_at <= heardAt || !isKnown(anchor))
      trail = { anchor_at: at, anchor_latitude: latitude, anchor_longitude: longitude, moved_at: null };
    else if (distanceBetween(anchor, { latitude, longitude }) >= MOVED_M) trail = { ...trail, moved_at: at };
  }
  return trail;
}

const isKnown = (place: {
  latitude: number | null;
  longitude: number | null;
}): place is { latitude: number; longitude: number } => place.latitude !== null && place.longitude !== null;
