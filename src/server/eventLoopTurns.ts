/** Time for everything else while several take turns. */
const PAUSE_MS = 2;

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
      setImmediate(() => {
        // Only now, after the step of the turn before: a timer set earlier would be due as soon as that step ends.
        if (waiting > 1) setTimeout(resolve, PAUSE_MS);
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
