import type { Clock } from './types';

/** The Date header counts whole seconds and takes a while to arrive; a smaller difference is no difference. */
const TOLERATED_SKEW_MS = 3_000;

/** Time on the server's clock: a phone whose own clock is a day off still shows true ages. */
export function createClock(): Clock {
  let skew = 0;
  return {
    now: () => Date.now() + skew,
    sync(serverTime) {
      const difference = serverTime - Date.now();
      skew = Math.abs(difference) > TOLERATED_SKEW_MS ? difference : 0;
    },
    nextFrame(handler) {
      const frame = requestAnimationFrame(handler);
      return () => cancelAnimationFrame(frame);
    },
    every(milliseconds, handler) {
      const timer = setInterval(handler, milliseconds);
      return () => clearInterval(timer);
    },
  };
}
