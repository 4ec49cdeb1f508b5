import type { PhoneApp, PhoneError } from '#contract/phones';
import { toFlag, type PhoneRow, type PositionSourceRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import type { FixOfWriter } from '#server/features/locations/pendingWrites';
import { pauseAt } from '#server/features/locations/sources/pauses';
import type { Body } from '../readers/body';
import type { FixItem, PhoneItem } from '../readers/items';
import type { PhoneUpdate } from '../repository';
import type { PhoneStore } from '../service';
import { decideLeading } from './leading';
import { stateAfter } from './phoneState';
import { fixesLeft, quotaOf } from './quota';
import { statusHints } from './statusHints';

const DAY_MS = 24 * 3_600_000;

/**
 * Requests of a phone wait for each other, and its key may be revoked meanwhile.
 * @returns the phone as it is now @throws DomainError 401
 */
export async function requireKey(
  phones: PhoneStore['phones'],
  { id, key_hash }: PhoneRow,
): Promise<PhoneRow> {
  const current = await phones.byId(id);
  if (current?.key_hash !== key_hash) throw new DomainError('phone_key_unknown');
  return current;
}

/** A request that is being taken. */
export interface Taken {
  readonly items: readonly PhoneItem[];
  readonly content: Body;
  readonly app: PhoneApp;
  readonly userAgent: string;
  readonly problem: PhoneError | undefined;
  readonly now: number;
}

/** What becomes of a request. */
interface TakenIn {
  readonly fixes: FixOfWriter[];
  /** Of the positions that are young enough; also while the owner has paused, and when another phone leads. */
  readonly newest: FixItem | undefined;
  readonly leads: boolean;
  readonly isPaused: boolean;
  readonly problem: PhoneError | undefined;
}

export interface TakeInDeps {
  inTransaction<Result>(work: (stored: PhoneStore) => Promise<Result>): Promise<Result>;
  /** Whether positions have a quota. False: RATE_LIMITS=off. */
  readonly isLimited: boolean;
  readonly retentionDays: number;
}

/** Stores what the request shows of the phone, and decides which of its positions count. */
export function takeIn(
  { inTransaction, isLimited, retentionDays }: TakeInDeps,
  phone: PhoneRow,
  { items, content, app, userAgent, problem, now }: Taken,
): Promise<TakenIn> {
  const all = inTimeOrder(items.flatMap(placed), now);
  // The apps cut times to whole seconds.
  const connectedAt = Math.floor(phone.created_at / 1_000) * 1_000;
  const oldest = Math.max(connectedAt, now - retentionDays * DAY_MS);
  const kept = all.filter(({ timestamp }) => Date.parse(timestamp) >= oldest);
  const found = problem ?? (kept.length < all.length && kept.length === 0 ? 'too_old' : undefined);
  const hints = app === 'owntracks' ? statusHints(content) : undefined;
  return inTransaction(async ({ phones, sources }) => {
    const current = await requireKey(phones, phone);
    const [source] = await sources.of([phone.user_id]);
    const { leads, counts, update, standIn } = decideLeading(current, source, kept, now);
    const counted = kept.map((fix) => toRow(phone, fix, now)).filter(({ recorded_at: at }) => counts(at));
    const fixes = isLimited ? newest(counted, fixesLeft(source?.fixes_until ?? null, now)) : counted;
    const state = stateAfter(current, items, { now, userAgent, problem: found });
    await phones.change(phone.id, {
      ...state,
      ...update,
      ...droppedOf(current, counted.length - fixes.length, now),
      ...(hints === undefined ? {} : { hints: JSON.stringify(hints) }),
    });
    if (leads) await sources.put(phone.user_id, { ...leadOf(current, now), ...standIn });
    if (isLimited && fixes.length > 0) await sources.spend(phone.user_id, quotaOf(fixes.length), now);
    const pauses = source?.has_pauses === 1 ? await sources.pausesOf([phone.user_id], now) : [];
    const isPaused = pauseAt(pauses, now) !== undefined;
    return { fixes, newest: kept.at(-1), leads, isPaused, problem: found };
  });
}

/** Where someone is now matters most. @param fixes oldest first */
const newest = (fixes: FixOfWriter[], count: number): FixOfWriter[] =>
  fixes.slice(Math.max(0, fixes.length - count));

const droppedOf = ({ dropped_fixes }: PhoneRow, count: number, now: number): PhoneUpdate =>
  count === 0 ? {} : { dropped_fixes: dropped_fixes + count, dropped_at: now };

const leadOf = (phone: PhoneRow, now: number): Partial<PositionSourceRow> => ({
  heard_at: now,
  leading_phone_id: phone.is_primary === 1 ? null : phone.id,
});

/** A position, also that of a call for help. */
function placed(item: PhoneItem): FixItem[] {
  if (item.kind === 'fix') return [item];
  if (item.kind !== 'sos' || item.latitude === null || item.longitude === null) return [];
  return [{ ...item, kind: 'fix', latitude: item.latitude, longitude: item.longitude }];
}

/** Oldest first; of several of one moment the first, but of those that were set to now the newest. */
function inTimeOrder(fixes: readonly FixItem[], now: number): FixItem[] {
  const byTime = new Map<string, FixItem>();
  for (const fix of fixes) {
    const other = byTime.get(fix.timestamp);
    if (!other || isNewerOfNow(fix, other, now)) byTime.set(fix.timestamp, fix);
  }
  return [...byTime.values()].toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
}

/** A clock that is ahead still tells what is newest; where no time does, that is the last of the request. */
const isNewerOfNow = (fix: FixItem, other: FixItem, now: number): boolean =>
  Date.parse(fix.timestamp) === now && (fix.clockAt ?? now) >= (other.clockAt ?? now);

function toRow({ user_id, app }: PhoneRow, fix: FixItem, now: number): FixOfWriter {
  const { latitude, longitude, accuracy, altitude, speed, course, battery, motion, charging } = fix;
  return {
    user_id,
    recorded_at: Date.parse(fix.timestamp),
    latitude,
    longitude,
    accuracy,
    details: {
      altitude,
      speed,
      course,
      battery,
      motion,
      source: app,
      charging: charging === null ? null : toFlag(charging),
      seen_at: now,
    },
  };
}
