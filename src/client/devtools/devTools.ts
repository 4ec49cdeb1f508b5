import type { DevToolsEnhancerOptions, Middleware } from '@reduxjs/toolkit';
import { PER_FRAME_ACTIONS, withoutSecrets } from '#client/app/redactSecrets';

/**
 * Options of Redux DevTools. The sanitizers are only a second line of defense, because the extension exports actions
 * without them; secrets never reach a reducer.
 * @param traces whether to record the stack trace of each dispatch
 */
export function devToolsOptions(traces: boolean): DevToolsEnhancerOptions {
  return {
    name: 'Kinmap',
    maxAge: 1_000,
    ...(traces && { trace: true, traceLimit: 25 }),
    // Hidden from the list because they are frequent; still recorded and replayed.
    actionsDenylist: [...PER_FRAME_ACTIONS],
    actionSanitizer: withoutSecrets,
    stateSanitizer: withoutSecrets,
  };
}

/**
 * Whether the page may expose its state to developer tools, which other extensions can read. Always in development;
 * otherwise only when the URL asks for it, and the user is signed out or agrees.
 */
export function mayExposeState(page: {
  production: boolean;
  asked: boolean;
  signedIn: boolean;
  agrees: () => boolean;
}): boolean {
  return !page.production || (page.asked && (!page.signedIn || page.agrees()));
}

/** More actions per second than users cause. */
const MAX_ACTIONS_PER_SECOND = 25;
const SECOND_MS = 1_000;

/**
 * Warns at most once per second about too many actions, and names the most frequent one. Actions that are dispatched once
 * per frame by design are not counted.
 * @param now epoch milliseconds
 */
export function createFloodWarning(now: () => number, warn: (message: string) => void): Middleware {
  let startedAt = Number.NEGATIVE_INFINITY;
  let counts = new Map<string, number>();
  let total = 0;
  return () => (next) => (action) => {
    const { type } = action as { type: string };
    if (PER_FRAME_ACTIONS.includes(type)) return next(action);
    const time = now();
    if (time - startedAt >= SECOND_MS) {
      startedAt = time;
      counts = new Map();
      total = 0;
    }
    total += 1;
    counts.set(type, (counts.get(type) ?? 0) + 1);
    if (total === MAX_ACTIONS_PER_SECOND + 1) {
      const [mostFrequent, count] = [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most));
      warn(
        `More than ${MAX_ACTIONS_PER_SECOND} actions within a second; ${count} of them are ${mostFrequent}`,
      );
    }
    return next(action);
  };
}
