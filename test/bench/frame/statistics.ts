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

/**
 * Microseconds a repetition: the best of a few rounds, because others use the machine too.
 * @param times repetitions in one call of `work`
 */
export function microseconds(times: number, work: (round: number) => void, rounds = 12): number {
  let best = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    work(round);
    best = Math.min(best, performance.now() - start);
  }
  return (best * 1_000) / times;
}
