import { useSyncExternalStore } from 'react';

/** From this width on, in px, the panel stands beside the map instead of lying over it. */
export const DOCKED_FROM = 1024;

const QUERY = `(min-width: ${DOCKED_FROM}px)`;

/** Whether the page is wide enough for the docked panel; follows the window. */
export function useDocked(): boolean {
  return useSyncExternalStore(subscribe, isDocked, () => false);
}

function subscribe(onChange: () => void): () => void {
  const list = mediaList();
  list?.addEventListener('change', onChange);
  return () => list?.removeEventListener('change', onChange);
}

function isDocked(): boolean {
  return mediaList()?.matches ?? false;
}

// Missing in test environments; narrow is the safe answer there.
function mediaList(): MediaQueryList | undefined {
  return typeof window.matchMedia === 'function' ? window.matchMedia(QUERY) : undefined;
}
