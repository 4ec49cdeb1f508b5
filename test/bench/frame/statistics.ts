/** Nearest rank; NaN without values. @param share 0.5 is the median */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function spreadOf(values: readonly number[]): { median: number; least: number; most: number } {
  return { median: percentile(values, 0.5), least: Math.min(...values), most: Math.max(...values) };
}

/** Three significant digits with separators: 0.0123, 4.56, 789, 12,300. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return value.toLocaleString('en', { maximumSignificantDigits: 3, useGrouping: true });
}

/** Mulberry32: the same numbers from 0 to 1 on every machine. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Unmeasured work first, until the code is compiled. */
const WARM_MS = 150;
const MEASURED_MS = 100;
const MIN_ROUNDS = 5;

/**
 * Microseconds per repetition: the best round, because other programs use the machine too.
 * @param times repetitions in one round
 * @param prepare makes what a round needs, outside of the measured time
 */
export function microseconds(
  times: number,
  work: (round: number) => void,
  prepare: (round: number) => void = () => undefined,
): number {
  let round = 0;
  const bestWithin = (milliseconds: number): number => {
    let [best, spent] = [Infinity, 0];
    for (let rounds = 0; rounds < MIN_ROUNDS || spent < milliseconds; rounds += 1) {
      prepare(round);
      const start = performance.now();
      work(round);
      const duration = performance.now() - start;
      best = Math.min(best, duration);
      spent += duration;
      round += 1;
    }
    return best;
  };
  bestWithin(WARM_MS);
  return (bestWithin(MEASURED_MS) * 1_000) / times;
}
