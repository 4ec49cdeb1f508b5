import type { FixDetails, Flag, LocationRow } from '#server/db/schema';
import type { LatestRow } from './repository';

/** What phones with an app report besides the position, and when the phone's request came. */
export interface PhoneDetails extends FixDetails {
  readonly charging: Flag | null;
  readonly seen_at: number;
}

/** A fix of a phone with an app has details. */
export interface FixOfWriter extends LocationRow {
  readonly details?: PhoneDetails;
}

/** Where fixes come from; by default from a browser. */
export interface FixOrigin {
  /** The socket that sent them; it does not receive the position. */
  readonly fromSocketId?: string | undefined;
  /** A browser in which the person has started to share and whose page is visible. */
  readonly isPrimaryBrowser?: boolean;
  readonly isFromPhone?: boolean;
  /** Called before each part of a large write. @throws when the rest must not be stored */
  readonly requireUsed?: () => Promise<void>;
}

/** The result of one write. */
export interface WriteCounts {
  /** How many count: not those of a pause, nor those of a source while another one leads. */
  readonly used: number;
  /** Fixes of a phone that were stored before. */
  readonly repeats: number;
}

/** What a transaction has stored of a write. */
export interface StoredWrite extends WriteCounts {
  /** The fixes that are newer than all that were stored before. */
  readonly newFixes: readonly LatestRow[];
  /** The fixes that are older than one that was stored before. */
  readonly lateFixes: readonly LocationRow[];
}

/** The fixes of one request or socket event, or a part of them, all of one member, oldest first. */
export interface PendingWrite extends Required<Omit<FixOrigin, 'requireUsed'>> {
  readonly userId: string;
  readonly fixes: readonly FixOfWriter[];
  /** Geofences are evaluated once all parts are stored. */
  readonly isPart: boolean;
  resolve(stored: StoredWrite): void;
  reject(error: unknown): void;
}

/** A write with those of its fixes that count. */
export interface UsedWrite {
  readonly write: PendingWrite;
  readonly fixes: readonly FixOfWriter[];
}
