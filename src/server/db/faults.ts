/** Goes by the code: the native part keeps the error class of whoever loaded it first in the process. */
function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** True when what is stored is not what SQLite has written. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/u.test(codeOf(error));
}

/** True when somebody else has the lock just now: the same again in a moment may well work. */
export function isContention(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/u.test(codeOf(error));
}

/** True when a value that may be there only once is there already. */
export function isTaken(error: unknown): boolean {
  return /^(SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)|23505)$/u.test(codeOf(error));
}

/**
 * True when the store could not take a write or a read just now (locked, full, failing disk), so that trying again later
 * can help. Every other database error is a fault of ours.
 */
export function isStoreUnavailable(error: unknown): boolean {
  return (
    isContention(error) || isDamage(error) || /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/u.test(codeOf(error))
  );
}
