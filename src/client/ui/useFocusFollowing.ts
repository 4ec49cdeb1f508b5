import { useEffect, useRef } from 'react';

/**
 * Keeps the focus on the chosen one of several buttons while the focus is among them, also when they change.
 * @param key `data-focus-key` of the chosen button
 * @returns the ref of the element around them
 */
export function useFocusFollowing(key: string) {
  const group = useRef<HTMLDivElement>(null);
  const isWithin = useRef(false);
  useEffect(() => {
    const element = group.current;
    if (!element) return;
    const note = ({ type }: FocusEvent) => {
      isWithin.current = type === 'focusin';
    };
    element.addEventListener('focusin', note);
    element.addEventListener('focusout', note);
    return () => {
      element.removeEventListener('focusin', note);
      element.removeEventListener('focusout', note);
    };
  }, []);
  useEffect(() => {
    if (isWithin.current) group.current?.querySelector<HTMLElement>(`[data-focus-key="${key}"]`)?.focus();
  }, [key]);
  return group;
}
