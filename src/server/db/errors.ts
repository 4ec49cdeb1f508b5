/** Goes by the code: the native part keeps the error class of whoever loaded it first in the process. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
}

/** True when what is stored is not what SQLite has written. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/u.test(codeOf(error));
}

/**
 * True when somebody else has the lock just now: the same again in a moment may well work. In PostgreSQL (SQLSTATEs of
 * the manual's appendix A) that is a transaction that was rolled back for the sake of others, or waited too long for them.
 */
export function isContention(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)|^40(001|P01)$|^55P03$/u.test(codeOf(error));
}

/** True when a value that may be there only once is there already. */
export function isTaken(error: unknown): boolean {
  return /^(SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)|23505)$/u.test(codeOf(error));
}

/**
 * True when the connection to the store is of no use any more: lost, silent, with a statement under way that nobody waits
 * for, shut down by the server (57P), or to one that became read-only in a failover (25006).
 */
export function isConnectionSpent(error: unknown): boolean {
  return SPENT.test(codeOf(error)) || SPENT_IN_WORDS.test(messageOf(error));
}
const SPENT =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|08...|57P..|25006)$/u;
/** Errors of the pg package that have no code. */
const SPENT_IN_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|timeout expired)/u;

/**
 * True when the store could not take a write or a read just now (locked, full, failing disk, gone), so that trying again
 * later can help. Every other database error is a fault of ours.
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
