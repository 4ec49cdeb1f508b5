import { useEffect, useEffectEvent } from 'react';
import { isModalOpen } from './overlays';

/** Closes a component on Escape, wherever the focus is, before elements below get the key. Dialogs close first. */
export function useEscape(onClose: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isModalOpen()) return;
    event.preventDefault();
    onClose();
  });
  useEffect(() => {
    const listening = new AbortController();
    document.addEventListener('keydown', (event) => onKey(event), {
      capture: true,
      signal: listening.signal,
    });
    return () => listening.abort();
  }, []);
}
