/** Time for everything else while several take turns: as long as the step before took, within these bounds. */
const PAUSE_MS = { shortest: 2, longest: 50 } as const;

/**
 * Gives those who ask a turn of the event loop each, in the order of asking. When many do heavy work in steps, only one step
 * runs in a turn, with a pause before: the server takes one new connection in each turn of its loop, so turns without heavy
 * work have to come in between.
 */
export function eventLoopTurns(): () => Promise<void> {
  let last = Promise.resolve();
  let waiting = 0;
  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      const begun = performance.now();
      setImmediate(() => {
        // Only now, after the step of the turn before: a timer set earlier would be due as soon as that step ends.
        const pauseMs = Math.max(PAUSE_MS.shortest, Math.min(performance.now() - begun, PAUSE_MS.longest));
        if (waiting > 1) setTimeout(resolve, pauseMs);
        else resolve();
      });
    });
  return () => {
    waiting += 1;
    last = last.then(turn).finally(() => {
      waiting -= 1;
    });
    return last;
  };
}
