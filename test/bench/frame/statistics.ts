/** @param share 0.5 is the median; nearest rank. NaN for no values */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Middle of all runs, and how far they lie apart. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export function spreadOf(values: readonly number[]): Spread {
  return {
    median: percentile(values, 0.5),
    least: Math.min(...values),
    most: Math.max(...values),
  };
}

/** Three digits that say something, with separators: 0.0123, 4.56, 789, 12,300. */
export function written(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const digits = Number(value.toPrecision(3));
  return digits.toLocaleString('en', { maximumSignificantDigits: 3, useGrouping: true });
}

/** Mulberry32: small, and the same on every machine. @returns numbers from 0 to 1 */
export function randomness(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Milliseconds at work before anything counts: until everything is compiled as it stays. */
const WARM_MS = 150;
/** Milliseconds at work that count. */
const TIMED_MS = 100;
/** Of work that takes long, at least so many rounds of each. */
const LEAST_ROUNDS = 5;

/**
 * Microseconds a repetition, once everything is compiled: the best round, because others use the machine too.
 * @param times repetitions in one round
 * @param work one round
 * @param prepare what a round needs; takes no time
 */
export function microseconds(
  times: number,
  work: (round: number) => void,
  prepare: (round: number) => void = () => undefined,
): number {
  let round = 0;
  const bestWithin = (milliseconds: number): number => {
    let [best, spent] = [Infinity, 0];
    for (let rounds = 0; rounds < LEAST_ROUNDS || spent < milliseconds; rounds += 1) {
      prepare(round);
      const start = performance.now();
      work(round);
      const took = performance.now() - start;
      best = Math.min(best, took);
      spent += took;
      round += 1;
    }
    return best;
  };
  bestWithin(WARM_MS);
  return (bestWithin(TIMED_MS) * 1_000) / times;
}
