import { useCallback, useSyncExternalStore, useEffect, useEffectEvent } from 'react';
import type { Theme } from './ThemeSwitch';

/** Whether a media query holds; follows its changes. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = mediaList(query);
      list?.addEventListener('change', onChange);
      return () => list?.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => mediaList(query)?.matches ?? false,
    () => false,
  );
}

// Missing in test environments; narrow and light is the safe answer there.
function mediaList(query: string): MediaQueryList | undefined {
  return typeof window.matchMedia === 'function' ? window.matchMedia(query) : undefined;
}

/** Whether the page is dark: as chosen, or as the system says and changes. */
export function useDark(theme: Theme): boolean {
  const systemIsDark = useMedia('(prefers-color-scheme: dark)');
  return theme === 'auto' ? systemIsDark : theme === 'dark';
}

/** From this width on, in px, the panel is beside the map instead of on top of it. */
const DOCKED_FROM = 1024;

/** Whether the page is wide enough for the docked panel; follows the window. */
export function useDocked(): boolean {
  return useMedia(`(min-width: ${DOCKED_FROM}px)`);
}

/** Whether people type with fingers on the screen here: their Enter begins a line. */
export function useTouch(): boolean {
  return useMedia('(hover: none) and (pointer: coarse)');
}

/** Calls, as of the last time it was drawn, when a component goes. */
export function useOnUnmount(callback: () => void): void {
  const leave = useEffectEvent(callback);
  useEffect(() => () => leave(), []);
}

/** Calls, as of the last time it was drawn, when a component goes or its page is hidden, which may be the last of it. */
export function useOnLeave(callback: () => void): void {
  useOnUnmount(callback);
  const leave = useEffectEvent(callback);
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') leave();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => document.removeEventListener('visibilitychange', onHidden);
  }, []);
}

/** Calls, as of the last time it was drawn, each time the condition becomes true. */
export function useWhen(condition: boolean, callback: () => void): void {
  const act = useEffectEvent(callback);
  useEffect(() => {
    if (condition) act();
  }, [condition]);
}

/** While it is active, a key that has been held since before presses nothing. */
export function useHeldKeysIgnored(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return undefined;
    const ignore = (event: KeyboardEvent) => event.repeat && event.preventDefault();
    document.addEventListener('keydown', ignore, true);
    return () => document.removeEventListener('keydown', ignore, true);
  }, [isActive]);
}
