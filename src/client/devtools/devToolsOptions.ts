import type { DevToolsEnhancerOptions } from '@reduxjs/toolkit';
import { FRAME_WISE, withoutSecrets } from '#client/app/redactSecrets';

/**
 * What Redux DevTools are told. Secrets never get as far as the reducer, and the extension exports actions as they are,
 * whatever the sanitizers say: those are a second line only.
 * @param traces whether each action comes with the place in the code that dispatched it
 */
export function devToolsOptions(traces: boolean): DevToolsEnhancerOptions {
  return {
    name: 'Kinmap',
    maxAge: 1_000,
    ...(traces && { trace: true, traceLimit: 25 }),
    // Hidden from the list, where they would drown everything else; they are still kept and replayed.
    actionsDenylist: [...FRAME_WISE],
    actionSanitizer: withoutSecrets,
    stateSanitizer: withoutSecrets,
  };
}

/**
 * Whether this page may show its inside to developers' tools, which other programs of the browser can read along. In
 * development always; else when its address asks for it, and nobody is signed in or the person agrees.
 */
export function mayShowInside(page: {
  production: boolean;
  asked: boolean;
  signedIn: boolean;
  agrees: () => boolean;
}): boolean {
  return !page.production || (page.asked && (!page.signedIn || page.agrees()));
}
