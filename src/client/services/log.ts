/** Messages for developers. */
export interface Log {
  /** For what is expected to happen: no network, a slow fix. */
  info(what: string, reason: unknown): void;
  failure(what: string, reason: unknown): void;
}

/* oxlint-disable no-console -- the console is where developers look */
/** Logs to the browser's console. */
export function createLog(): Log {
  return {
    info: (message, reason) => console.info(message, reason),
    failure: (message, reason) => console.error(message, reason),
  };
}
/* oxlint-enable no-console */
