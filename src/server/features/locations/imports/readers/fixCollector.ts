import { ACCURACY_MAX_M, FUTURE_TOLERANCE_MS } from '#contract/limits';
import { roundDegrees } from '#shared/geo';

/**
 * A fix of a file. A class, because V8 allocates object literals that it has seen to last in its old space at once: a
 * million of them filled 100 MB before they were collected.
 */
export class ImportedFix {
  constructor(
    /** Epoch milliseconds. */
    readonly at: number,
    readonly latitude: number,
    readonly longitude: number,
    /** Metres; null when the file names none. */
    readonly accuracy: number | null,
  ) {}
}

/** What an entry of a file says, before it is checked; null is unknown. */
export interface FixEntry {
  /** Epoch milliseconds. */
  readonly at: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Metres. */
  readonly accuracy?: number | null | undefined;
}

/** Takes the entries of a file and keeps the usable ones until they are taken out. */
export interface FixCollector {
  add(entry: FixEntry): void;
  /** Counts entries that have no time or no position. */
  skip(count?: number): void;
  /** Removes and returns the fixes found since the last call, in file order. */
  take(): ImportedFix[];
  skipped(): number;
}

/** Older times come from devices with a wrong clock: there were no recorders for everybody before. */
const EARLIEST_MS = Date.UTC(1990, 0, 1);

/** @param now the clock, in epoch milliseconds: fixes of the future are skipped */
export function fixCollector(now: () => number): FixCollector {
  let found: ImportedFix[] = [];
  let skipped = 0;

  return {
    add(entry) {
      const fix = toFix(entry, now() + FUTURE_TOLERANCE_MS);
      if (fix) found.push(fix);
      else skipped += 1;
    },
    skip(count = 1) {
      skipped += count;
    },
    take() {
      const fixes = found;
      found = [];
      return fixes;
    },
    skipped: () => skipped,
  };
}

function toFix({ at, latitude, longitude, accuracy }: FixEntry, latest: number): ImportedFix | null {
  if (at === null || latitude === null || longitude === null) return null;
  const time = Math.round(at);
  if (!(time >= EARLIEST_MS && time <= latest)) return null;
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null;
  const metres = usableAccuracy(accuracy);
  // Recorders write 0, 0 while they have no position.
  if (latitude === 0 && longitude === 0 && !metres) return null;
  return new ImportedFix(time, roundDegrees(latitude), roundDegrees(longitude), metres);
}

function usableAccuracy(accuracy: number | null | undefined): number | null {
  if (accuracy === null || accuracy === undefined) return null;
  return accuracy >= 0 && accuracy <= ACCURACY_MAX_M ? accuracy : null;
}
