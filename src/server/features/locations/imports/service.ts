import { IMPORTS_PER_USER, IMPORT_UNDECIDED_MS } from '#contract/limits';
import type { Import } from '#contract/imports';
import type { ImportRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import { eventLoopTurns } from '#server/eventLoopTurns';
import type { CorrectionRepository } from '../corrections/repository';
import { type ReadDeps, readImport } from './readImport';

export interface ImportService {
  list(userId: string): Promise<Import[]>;
  /**
   * Reads a file of positions and stores them separately. They count when the person accepts them. Nothing is stored of a file
   * that cannot be read to its end.
   * @param file its name, and the time zone in which its days are counted
   * @param chunks its bytes
   */
  read(
    userId: string,
    file: { name: string; timeZone: string },
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<Import>;
  /** Makes it part of the history. @param shared whether the families see it too */
  accept(userId: string, id: string, shared: boolean): Promise<Import>;
  /** Deletes an import with all its positions. */
  undo(userId: string, id: string): Promise<void>;
  /** Deletes all imports of a person. */
  deleteAllOf(userId: string): Promise<void>;
  /** Deletes imports that no one has decided on. */
  deleteUndecided(): Promise<void>;
}

export interface ImportDeps extends Omit<ReadDeps, 'nextTurn'> {
  corrections: Pick<CorrectionRepository, 'deleteWithoutFixes'>;
  /** Erases what deleted rows leave in the database's files. */
  eraseDeletedData(): Promise<void>;
  ids: { next(): string };
}

/** The rules of uploaded files of positions. */
export function importService(deps: ImportDeps): ImportService {
  const { imports, clock, ids } = deps;
  const nextTurn = eventLoopTurns();
  /** People whose file is being read: one at a time. */
  const reading = new Set<string>();

  async function remove(id: string): Promise<void> {
    do await nextTurn();
    while (await deps.inTransaction((stored) => stored.deleteSomeFixes(id)));
    await imports.delete(id);
  }

  return {
    async list(userId) {
      return (await imports.listOf(userId)).filter(({ state }) => state !== 'reading').map(toImport);
    },
    async read(userId, { name, timeZone }, chunks) {
      if (reading.has(userId)) throw new DomainError('too_many_requests');
      // Before anything is waited for: uploads that come together would not count each other's positions.
      reading.add(userId);
      const row = newImport(ids.next(), userId, name, clock.now());
      try {
        await deps.requireSpace();
        const earlier = await imports.listOf(userId);
        if (earlier.length >= IMPORTS_PER_USER) throw new DomainError('import_limit');
        await imports.insert(row);
        return toImport(await readImport({ ...deps, nextTurn }, row, { timeZone, earlier, chunks }));
      } catch (error) {
        await remove(row.id);
        throw error;
      } finally {
        reading.delete(userId);
      }
    },
    async accept(userId, id, shared) {
      const row = await imports.accept(id, userId, shared);
      if (!row) throw new DomainError('import_not_found');
      return toImport(row);
    },
    async undo(userId, id) {
      if (!(await imports.withdraw(id, userId))) throw new DomainError('import_not_found');
      await remove(id);
      await deps.corrections.deleteWithoutFixes({ userId });
      await deps.eraseDeletedData();
    },
    async deleteAllOf(userId) {
      for (const { id } of await imports.listOf(userId)) {
        await imports.withdraw(id, userId);
        await remove(id);
      }
    },
    async deleteUndecided() {
      for (const id of await imports.undecidedBefore(clock.now() - IMPORT_UNDECIDED_MS))
        // It may have been accepted while the ones before it were deleted.
        if (await imports.withdrawUndecided(id)) await remove(id);
    },
  };
}

const newImport = (id: string, userId: string, name: string, now: number): ImportRow => ({
  id,
  user_id: userId,
  name,
  format: '',
  state: 'reading',
  first_at: null,
  last_at: null,
  days: 0,
  fixes: 0,
  doubles: 0,
  skipped: 0,
  paused: 0,
  is_shared: 0,
  created_at: now,
});

function toImport(row: ImportRow): Import {
  const { id, name, format, days, fixes, doubles, skipped, paused } = row;
  return {
    id,
    name,
    format,
    state: row.state === 'accepted' ? 'accepted' : 'read',
    first: row.first_at === null ? null : new Date(row.first_at).toISOString(),
    last: row.last_at === null ? null : new Date(row.last_at).toISOString(),
    days,
    fixes,
    doubles,
    skipped,
    paused,
    shared: row.is_shared === 1,
    createdAt: new Date(row.created_at).toISOString(),
  };
}
