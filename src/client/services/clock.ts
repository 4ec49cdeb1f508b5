/** `now` is in epoch milliseconds on the server's clock, as far as it is known. */
export interface Clock {
  now(): number;
  /** Adjusts the clock to the time of a server's answer. */
  sync(serverTime: number): void;
  /** Calls back before the next animation frame; returns a function that cancels it. */
  nextFrame(handler: () => void): () => void;
  /** Calls back at an interval; returns a function that ends it. */
  every(milliseconds: number, handler: () => void): () => void;
  /** Lets the page draw and answer between two parts of long work. */
  nextTask(): Promise<void>;
}

/** The `Date` header has a resolution of one second and arrives late, so smaller differences are ignored. */
const TOLERATED_SKEW_MS = 3_000;

/** The server's time, so that ages are right on a device whose clock is wrong. */
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
    // Browsers delay timers that follow each other by 4 ms each, and messages not at all.
    nextTask: () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => {
          port1.close();
          resolve();
        });
        port1.start();
        port2.postMessage(null);
      }),
  };
}
