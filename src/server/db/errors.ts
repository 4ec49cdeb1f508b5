/** Errors are recognised by their code, because `instanceof` fails for better-sqlite3's errors when it is loaded twice. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
}

/** True when the database file is damaged. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/u.test(codeOf(error));
}

/**
 * True when another transaction holds a lock, so that a retry may succeed. In PostgreSQL (SQLSTATEs of the manual's
 * appendix A): serialization failure, deadlock, lock timeout.
 */
export function isContention(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)|^40(001|P01)$|^55P03$/u.test(codeOf(error));
}

/** True when a row that another one refers to was deleted meanwhile, by a transaction that PostgreSQL ran beside this one. */
export function isReferenceGone(error: unknown): boolean {
  return codeOf(error) === '23503';
}

/** True when a statement names a table that the database does not have. */
export function isTableMissing(error: unknown): boolean {
  return (
    codeOf(error) === '42P01' ||
    (codeOf(error) === 'SQLITE_ERROR' && messageOf(error).startsWith('no such table'))
  );
}

/** True when a unique constraint is violated. */
export function isTaken(error: unknown): boolean {
  return /^(SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)|23505)$/u.test(codeOf(error));
}

/**
 * True when the connection is no longer usable: lost, timed out with a statement still running, shut down by the server
 * (57P), or read-only after a failover (25006).
 */
export function isConnectionSpent(error: unknown): boolean {
  return UNUSABLE_CODES.test(codeOf(error)) || UNUSABLE_MESSAGES.test(messageOf(error));
}
const UNUSABLE_CODES =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|08...|57P..|25006)$/u;
/** Errors of the pg package that have no code. */
const UNUSABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|timeout expired)/u;

/**
 * True when the database is temporarily unavailable (locked, disk full or failing, connection lost). Every other database
 * error is a bug.
 */
export function isStoreUnavailable(error: unknown): boolean {
  return (
    isContention(error) ||
    isDamage(error) ||
    isConnectionSpent(error) ||
    // PostgreSQL: transactions rolled back (40), no resources (53), stopped for taking too long (57), failing disk (58).
    /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)|^(40|53|57|58)...$/u.test(codeOf(error))
  );
}
