import { useEffect, useEffectEvent } from 'react';
import { isModalOpen } from './overlays';

/** Escape closes what is drawn with this, wherever the focus is, before it moves what lies below. Dialogs close first. */
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
