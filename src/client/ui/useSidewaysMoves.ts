import { useEffect, useEffectEvent } from 'react';

/** Where arrow keys have a use of their own. */
const OWN_KEYS = 'input, select, textarea, canvas, [role=grid], [role=dialog]';
/** Where a finger that moves sideways has a use of its own. */
const OWN_TOUCH = 'input, select, canvas, [role=dialog]';
/** A swipe is at least this long in CSS pixels, and this many times as wide as high. */
const SWIPE_PX = 64;
const SWIPE_RATIO = 2;

/** Calls back with 1 after the right arrow key or a swipe to the left, and with -1 after their opposites. */
export function useSidewaysMoves(onMove: (step: 1 | -1) => void): void {
  const move = useEffectEvent(onMove);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      // What has used the key may be gone by now, as the last day of a month in the grid of days.
      if (event.defaultPrevented || isModified || isWithin(event.target, OWN_KEYS)) return;
      if (event.key === 'ArrowLeft') move(-1);
      if (event.key === 'ArrowRight') move(1);
    };
    let start: { x: number; y: number } | null = null;
    const onTouchStart = ({ touches, target }: TouchEvent) => {
      const [touch, second] = touches;
      start =
        touch && !second && !isWithin(target, OWN_TOUCH) ? { x: touch.clientX, y: touch.clientY } : null;
    };
    const onTouchEnd = ({ changedTouches: [touch] }: TouchEvent) => {
      if (!start || !touch) return;
      const [across, down] = [touch.clientX - start.x, touch.clientY - start.y];
      start = null;
      if (Math.abs(across) >= SWIPE_PX && Math.abs(across) >= SWIPE_RATIO * Math.abs(down))
        move(across > 0 ? -1 : 1);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('touchstart', onTouchStart, { passive: true });
    document.addEventListener('touchend', onTouchEnd);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('touchstart', onTouchStart);
      document.removeEventListener('touchend', onTouchEnd);
    };
  }, []);
}

const isWithin = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;
