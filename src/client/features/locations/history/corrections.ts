import type { Correction, CorrectionInput } from '#contract/corrections';
import type { Timeline, TimelineEntry } from '#contract/timeline';
import { isAbout } from '#shared/stayCorrections';

type StayEntry = Extract<TimelineEntry, { kind: 'stay' }>;

/** What the user says of a stay of theirs. */
export type CorrectionChoice =
  | { kind: 'name'; name: string }
  | { kind: 'name'; placeId: string }
  | { kind: 'merge'; with: 'before' | 'after' }
  | { kind: 'false' };

const momentsOf = ({ start, end }: { start: string; end: string }) => ({
  start: Date.parse(start),
  end: Date.parse(end),
});

/** The nearest stay before or after the entry of this index; null for none. */
export function neighbourOf(
  { entries }: Timeline,
  index: number,
  direction: 'before' | 'after',
): StayEntry | null {
  const others = direction === 'before' ? entries.slice(0, index).toReversed() : entries.slice(index + 1);
  return others.find((entry) => entry.kind === 'stay') ?? null;
}

/** What the server takes for a choice about the entry of this index; null where there is nothing to correct. */
export function correctionOf(
  timeline: Timeline,
  index: number,
  choice: CorrectionChoice,
): CorrectionInput | null {
  const stay = timeline.entries[index];
  if (stay?.kind !== 'stay') return null;
  if (choice.kind !== 'merge') return { ...choice, start: stay.since ?? stay.start, end: stay.end };
  const other = neighbourOf(timeline, index, choice.with);
  if (!other) return null;
  const [first, last] = choice.with === 'before' ? [other, stay] : [stay, other];
  return { kind: 'merge', start: first.start, end: last.end };
}

/** The correction that a new one of the same stay and kind replaces. */
export const replacedBy = (
  { corrections = [] }: Timeline,
  { kind, start, end }: CorrectionInput,
): Correction | undefined =>
  corrections.findLast(
    (one) => kind === 'name' && one.kind === 'name' && isAbout(momentsOf(one), momentsOf({ start, end })),
  );
