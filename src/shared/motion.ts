/** How phones say that a person moves. The index plus one is the code in columns, in which 0 is unknown. */
export const MOTIONS = ['walking', 'running', 'cycling', 'driving', 'stationary'] as const;
export type Motion = (typeof MOTIONS)[number];

/** 0 for what is not known. */
export const codeOfMotion = (motion: string | null | undefined): number =>
  (MOTIONS as readonly unknown[]).indexOf(motion) + 1;

/** Times of a track in epoch milliseconds, and codes of motions. */
interface Moved {
  readonly times: Float64Array;
  readonly motions: Uint8Array;
}

/** A phone that is silent for longer may have moved otherwise meanwhile. */
const LONGEST_MS = 5 * 60_000;
/** The phone must have said how for so much of the way, and so much of that must be the same motion. */
const KNOWN_SHARE = 0.5;
const SAME_SHARE = 0.6;

/** The motion that a phone reports for most of the way between two points; null when it says too little. */
export function motionBetween({ times, motions }: Moved, first: number, last: number): Motion | null {
  const durations = new Float64Array(MOTIONS.length + 1);
  for (let index = first; index < last; index += 1) {
    const duration = Math.min(LONGEST_MS, (times[index + 1] ?? 0) - (times[index] ?? 0));
    const code = motions[index] ?? 0;
    durations[code] = (durations[code] ?? 0) + duration;
  }
  // A phone that waits at lights is on its way nevertheless.
  const moving = durations.slice(1, -1);
  const known = moving.reduce((sum, duration) => sum + duration, 0);
  const most = Math.max(...moving);
  if (known === 0 || known < KNOWN_SHARE * (known + (durations[0] ?? 0)) || most < SAME_SHARE * known)
    return null;
  return MOTIONS[moving.indexOf(most)] ?? null;
}
