import type { PhoneError } from '#contract/phones';
import { type Flag, type PhoneRow, toFlag } from '#server/db/schema';
import type { AliveItem, FixItem, PhoneItem, SosItem } from '../readers/items';
import type { PowerReport } from '#server/features/locations/presence/repository';
import type { PhoneUpdate } from '../repository';

const VERSION_MAX_LENGTH = 100;
/** What the apps send besides positions, which is no fault. */
const EXPECTED_REASONS: ReadonlySet<string> = new Set(['other_type', 'event', 'empty']);

/** What a request shows of its phone. @param problem which is not in its items */
export function stateAfter(
  phone: PhoneRow,
  items: readonly PhoneItem[],
  { now, userAgent, problem }: { now: number; userAgent: string; problem: PhoneError | undefined },
): PhoneUpdate {
  const error = problem ?? errorOf(items);
  const hasFix = items.some(({ kind }) => kind === 'fix' || kind === 'sos');
  return {
    last_seen_at: now,
    ...newestFix(phone, items),
    ...newestState(items),
    ...(userAgent === '' ? {} : { app_version: userAgent.slice(0, VERSION_MAX_LENGTH) }),
    ...(error === undefined
      ? hasFix
        ? { last_error: null, last_error_at: null }
        : {}
      : { last_error: error, last_error_at: now }),
  };
}

function errorOf(items: readonly PhoneItem[]): PhoneError | undefined {
  for (const item of items)
    if (item.kind === 'ignored' && !EXPECTED_REASONS.has(item.reason)) return item.reason;
  return undefined;
}

function newestFix(phone: PhoneRow, items: readonly PhoneItem[]): PhoneUpdate {
  const fixes = items.filter(
    (item) => item.kind === 'fix' || (item.kind === 'sos' && item.latitude !== null),
  );
  const newest = newestOf(fixes as (FixItem | SosItem)[]);
  if (!newest || Date.parse(newest.timestamp) < (phone.last_fix_at ?? 0)) return {};
  return { last_fix_at: Date.parse(newest.timestamp), last_accuracy: newest.accuracy };
}

/** The state of the battery and the connection as the newest items with one report them. */
function newestState(items: readonly PhoneItem[]): {
  battery?: number;
  charging?: Flag;
  connection?: 'wifi' | 'mobile' | 'offline';
} {
  const reports = items.filter((item): item is FixItem | SosItem | AliveItem => item.kind !== 'ignored');
  const battery = newestOf(reports.filter((item) => item.battery !== null))?.battery ?? null;
  const charging = newestOf(reports.filter((item) => item.charging !== null))?.charging ?? null;
  const withConnection = reports
    .filter((item) => item.kind !== 'alive')
    .filter((item) => item.connection !== null);
  const connection = newestOf(withConnection)?.connection ?? null;
  return {
    ...(battery === null ? {} : { battery }),
    ...(charging === null ? {} : { charging: toFlag(charging) }),
    ...(connection === null ? {} : { connection }),
  };
}

/** The newest report of battery or charging. */
export function newestPower(items: readonly PhoneItem[]): PowerReport | undefined {
  const newest = newestOf(
    items
      .filter((item): item is FixItem | SosItem | AliveItem => item.kind !== 'ignored')
      .filter(({ battery, charging }) => battery !== null || charging !== null),
  );
  if (!newest) return undefined;
  const { battery, charging, timestamp } = newest;
  return {
    at: Date.parse(timestamp),
    ...(battery === null ? {} : { battery }),
    ...(charging === null ? {} : { charging: toFlag(charging) }),
  };
}

/** The last of the newest items. */
function newestOf<Item extends { readonly timestamp: string }>(items: readonly Item[]): Item | undefined {
  let newest: Item | undefined;
  for (const item of items) if (!newest || item.timestamp >= newest.timestamp) newest = item;
  return newest;
}
