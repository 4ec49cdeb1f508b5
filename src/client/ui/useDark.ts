import { useSyncExternalStore } from 'react';
import type { Theme } from './ThemeSwitch';

/** Whether the page is dark: as chosen, or as the system says and changes. */
export function useDark(theme: Theme): boolean {
  const systemIsDark = useSyncExternalStore(subscribe, isSystemDark, () => false);
  return theme === 'auto' ? systemIsDark : theme === 'dark';
}

function subscribe(onChange: () => void): () => void {
  const list = mediaList();
  list?.addEventListener('change', onChange);
  return () => list?.removeEventListener('change', onChange);
}

function isSystemDark(): boolean {
  return mediaList()?.matches ?? false;
}

// Missing in test environments; light is the safe answer there.
function mediaList(): MediaQueryList | undefined {
  return typeof window.matchMedia === 'function'
    ? window.matchMedia('(prefers-color-scheme: dark)')
    : undefined;
}
