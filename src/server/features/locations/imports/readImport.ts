import { IMPORTED_FIXES_PER_USER } from '#contract/limits';
import { dateInTimeZone, dayInTimeZone } from '#shared/days';
import type { Clock } from '#server/clock';
import type { ImportRow, SharingPauseRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import { pauseAt } from '../sources/pauses';
import type { SourceRepository } from '../sources/repository';
import { type FixFile, type ImportedFix, openFixFile } from './readers/fixFiles';
import type { ImportRepository } from './repository';

/** Positions that one transaction stores: whole statements. */
const STORED_AT_ONCE = 512;

export interface ReadDeps {
  imports: ImportRepository;
  sources: Pick<SourceRepository, 'pausesOf'>;
  /** Runs the work on a repository inside one transaction. */
  inTransaction<Result>(work: (imports: ImportRepository) => Promise<Result>): Promise<Result>;
  clock: Clock;
  /** Asked before each piece, because one file can be larger than what is kept free. @throws DomainError 503 */
  requireSpace(): Promise<void>;
  /** Waited for before each piece, so that other requests run. */
  nextTurn(): Promise<void>;
}

interface UploadedFile {
  /** In which its days are counted. */
  readonly timeZone: string;
  /** The person's other imports. */
  readonly earlier: readonly ImportRow[];
  /** Its bytes. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Stores the positions of a file as those of an import.
 * @returns the import with its summary
 * @throws DomainError for a file that cannot be read, or with too many positions
 */
export async function readImport(
  { imports, sources, inTransaction, clock, requireSpace, nextTurn }: ReadDeps,
  row: ImportRow,
  { timeZone, earlier, chunks }: UploadedFile,
): Promise<ImportRow> {
  const file = await openFixFile(takingTurns(chunks, nextTurn), clock.now);
  const pauses = await sources.pausesOf([row.user_id], 0);
  const totals = fixTotals(timeZone);
  const left = IMPORTED_FIXES_PER_USER - earlier.reduce((sum, { fixes }) => sum + fixes, 0);
  for await (const read of inBatches(file, STORED_AT_ONCE)) {
    await requireSpace();
    const fixes = outsidePauses(pauses, read);
    const newFixes = await inTransaction((stored) => storeNewFixes(stored, row, fixes));
    totals.add(newFixes, { doubles: fixes.length - newFixes.length, paused: read.length - fixes.length });
    if (totals.fixes() > left) throw new DomainError('import_limit');
  }
  const { format } = file;
  const summary = { ...totals.summary(), format, skipped: file.skipped(), state: 'read' as const };
  await imports.summarize(row.id, summary);
  return { ...row, ...summary };
}

/** Lets other requests run before each piece. */
async function* takingTurns(
  chunks: AsyncIterable<Uint8Array>,
  nextTurn: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    await nextTurn();
    yield chunk;
  }
}

async function* inBatches({ fixes }: FixFile, size: number): AsyncGenerator<ImportedFix[]> {
  let batch: ImportedFix[] = [];
  for await (const some of fixes) {
    for (const fix of some) {
      batch.push(fix);
      if (batch.length < size) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** What a person records in a pause of sharing is dropped, wherever it comes from. */
const outsidePauses = (pauses: readonly SharingPauseRow[], fixes: ImportedFix[]): ImportedFix[] =>
  pauses.length === 0 ? fixes : fixes.filter(({ at }) => !pauseAt(pauses, at));

/** Stores the fixes of moments for which there is none yet. @returns these */
async function storeNewFixes(
  stored: ImportRepository,
  row: ImportRow,
  fixes: readonly ImportedFix[],
): Promise<ImportedFix[]> {
  const byTime = new Map(fixes.map((fix) => [fix.at, fix]));
  const known = await stored.knownTimes(row, [...byTime.keys()]);
  const newFixes = [...byTime.values()].filter(({ at }) => !known.has(at));
  await stored.insertFixes(
    newFixes.map(({ at, latitude, longitude, accuracy }) => ({
      import_id: row.id,
      recorded_at: at,
      latitude,
      longitude,
      accuracy,
    })),
  );
  return newFixes;
}

/** Counts what an import holds. */
function fixTotals(timeZone: string) {
  let fixes = 0;
  const leftOut = { doubles: 0, paused: 0 };
  let [first, last] = [Infinity, -Infinity];
  const days = new Set<number>();
  let day = { start: 0, end: 0 };
  return {
    fixes: () => fixes,
    add(newFixes: readonly ImportedFix[], { doubles, paused }: typeof leftOut): void {
      fixes += newFixes.length;
      leftOut.doubles += doubles;
      leftOut.paused += paused;
      for (const { at } of newFixes) {
        first = Math.min(first, at);
        last = Math.max(last, at);
        if (at < day.start || at >= day.end) day = dayInTimeZone(dateInTimeZone(at, timeZone), timeZone);
        days.add(day.start);
      }
    },
    summary: () => ({
      fixes,
      ...leftOut,
      days: days.size,
      first_at: fixes === 0 ? null : first,
      last_at: fixes === 0 ? null : last,
    }),
  };
}
