import { findBrowser } from './findBrowser';

/** Prints the path of the browser that the journeys use, after installing one when there is none. */
findBrowser().then(
  (path) => process.stdout.write(`${path}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
