import { type Box, doOverlap } from '#client/map/boxes';
import type { FreeView } from '#client/map/freeView';

/** In CSS pixels: the height of a hint with its gap, the gap, and what stays free of them. */
const HINT_PX = 52;
const GAP_PX = 8;
const RESERVED_HEIGHT_PX = 280;
/** Between the foot and the edges of what is shown of the map (map-overlay.css); the attribution is below. */
const LEFT_PX = 12;
const ABOVE_ATTRIBUTION_PX = 32;
const BELOW_TOP_PX = 8;
/** Between two heights at which there may be room. */
const STEP_PX = 24;
/** What stands beside the words of a hint, and beside the foot at its right: the round buttons. */
const BESIDE_WORDS_PX = 84;
const BESIDE_FOOT_PX = 104;
/** The width of a letter, roughly. */
const LETTER_PX = 7.5;

/** At most 4 hints, because more would cover the map. @param height of what is shown of the map */
export const mostHints = (height: number, textScale: number): number =>
  Math.max(1, Math.min(4, Math.floor((height - RESERVED_HEIGHT_PX) / (HINT_PX * textScale))));

export interface FootContent {
  /** How many hints there would be. */
  readonly hints: number;
  /** Letters of the longest one. */
  readonly letters: number;
  /** Height of what stands above them, in CSS pixels. */
  readonly above: number;
}

export interface FootPlace {
  readonly hints: number;
  /** In CSS pixels of the map; null: at the lower left, where the style sheet has it. */
  readonly top: number | null;
}

/**
 * Where the foot covers no marker: at the lower left, the upper left or between, with fewer hints where there is no room for
 * more.
 */
export function placeFoot(
  { hints, letters, above }: FootContent,
  view: Pick<FreeView, 'left' | 'top' | 'bottom' | 'width'>,
  markers: readonly Box[],
  textScale: number,
): FootPlace {
  const width = Math.min(
    view.width - view.left - BESIDE_FOOT_PX,
    BESIDE_WORDS_PX + letters * LETTER_PX * textScale,
  );
  for (let count = hints; count >= 0; count -= 1) {
    const height = above + count * HINT_PX * textScale - GAP_PX;
    const lowest = view.bottom - ABOVE_ATTRIBUTION_PX - height;
    const left = view.left + LEFT_PX;
    const isFree = (top: number) => {
      const box = { left, right: left + width, top, bottom: top + height };
      return top >= view.top && top <= lowest && !markers.some((other) => doOverlap(box, other));
    };
    const top = heightsFrom(lowest, view.top + BELOW_TOP_PX).find(isFree);
    if (top !== undefined) return { hints: count, top: top === lowest ? null : top };
  }
  return { hints: 0, top: null };
}

/** The lowest, the highest, and those between from below. */
function heightsFrom(lowest: number, highest: number): number[] {
  const between = Math.max(0, Math.ceil((lowest - highest) / STEP_PX) - 1);
  return [lowest, highest, ...Array.from({ length: between }, (_, index) => lowest - (index + 1) * STEP_PX)];
}
