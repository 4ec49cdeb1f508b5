import fastq from 'fastq';

/** Requests with old positions that are taken at the same time. */
const AT_ONCE = 2;
/** Positions that are older than this come from a queue. */
const LATE_AFTER_MS = 2 * 60_000;

/**
 * Lets phones that empty a queue wait for each other, so that a few of them at most are before a phone that reports where
 * it is now. Fifty that came back from a tunnel would otherwise delay everyone.
 */
export function lateTurns() {
  const queue = fastq.promise((work: () => Promise<void>) => work(), AT_ONCE);
  /** @param newest of the positions, epoch milliseconds; undefined for none */
  return async <Result>(
    newest: number | undefined,
    now: number,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    if (newest === undefined || now - newest < LATE_AFTER_MS) return work();
    return new Promise<Result>((resolve, reject) => {
      void queue.push(() => work().then(resolve, reject));
    });
  };
}
