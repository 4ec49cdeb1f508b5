import { distanceBetween } from '#shared/geo';
import type { PhoneRow, PositionSourceRow } from '#server/db/schema';
import type { FixItem } from '../readers/items';
import type { PhoneUpdate } from '../repository';

/** What a request means for whose positions count. */
export interface Leading {
  /** Whether this phone leads after the request. */
  readonly leads: boolean;
  /** Whether a position of the request counts. @param at when it was taken, epoch milliseconds */
  readonly counts: (at: number) => boolean;
  /** What has changed of the phone. */
  readonly update: PhoneUpdate;
  /** What has changed of the time in which another phone stands in for the primary one. */
  readonly standIn: Partial<PositionSourceRow>;
}

/** Another phone takes over from one that is silent for this long. */
const SILENT_MS = 30 * 60_000;
/** The primary phone returns with a position that is younger. */
const FRESH_MS = 2 * 60_000;
/** The other phone has to move this far in between, so that no tablet at home takes over. Metres. */
const MOVED_M = 200;
const ACCURATE_M = 100;

const none = (): boolean => false;

/**
 * Decides which positions of a phone count: those of the primary one do. Another one takes over once the one that leads is
 * silent and it has moved meanwhile, until the primary one is back; at once while none was heard, because a phone that was
 * added and never set up must not stop the one that reports. Of the time in which another one stood in, only its positions
 * count: the queue of the primary one would make a line between two places.
 * @param fixes oldest first
 */
export function decideLeading(
  phone: PhoneRow,
  source: PositionSourceRow | undefined,
  fixes: readonly FixItem[],
  now: number,
): Leading {
  const leadingId = source?.leading_phone_id ?? null;
  const heardAt = source?.heard_at ?? null;
  if (phone.is_primary === 1) return asPrimary(source, fixes.map(momentOf), now);
  const from = source?.stand_in_from ?? -Infinity;
  if (leadingId === phone.id) return { leads: true, counts: (at) => at >= from, update: {}, standIn: {} };
  // The primary one was never heard, so all the time before is this phone's.
  if (heardAt === null)
    return {
      leads: true,
      counts: () => true,
      update: {},
      standIn: { stand_in_from: 0, stand_in_until: null },
    };
  const trail = followTrail(phone, fixes, heardAt);
  const takesOver = now - heardAt >= SILENT_MS && trail.moved_at !== null && trail.moved_at > heardAt;
  if (!takesOver) return { leads: false, counts: none, update: trail, standIn: {} };
  const counts = (at: number): boolean => at > heardAt;
  const first = fixes.map(momentOf).find(counts) ?? now;
  const begins = leadingId === null && { stand_in_from: first, stand_in_until: null };
  return { leads: true, counts, update: trail, standIn: { ...begins } };
}

/** @param moments of the positions, oldest first */
function asPrimary(source: PositionSourceRow | undefined, moments: readonly number[], now: number): Leading {
  const {
    leading_phone_id = null,
    heard_at = null,
    stand_in_from = null,
    stand_in_until = null,
  } = source ?? {};
  const isSecond = leading_phone_id !== null;
  const fresh = moments.find((at) => now - at < FRESH_MS);
  // The other phone may have become silent long before this one is back.
  const silent = isSecond ? (heard_at ?? 0) + SILENT_MS : stand_in_until;
  const until = Math.min(silent ?? -Infinity, (isSecond ? fresh : undefined) ?? Infinity);
  const isBack = !isSecond || fresh !== undefined;
  return {
    leads: isBack,
    counts: (at) => stand_in_from === null || at < stand_in_from || at >= until,
    update: {},
    standIn: isSecond && isBack ? { stand_in_until: until } : {},
  };
}

const momentOf = ({ timestamp }: FixItem): number => Date.parse(timestamp);

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
