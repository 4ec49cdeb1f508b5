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
/** The number of those who are outside, in small letters (outside-hints.css). */
const SMALL_WIDTH_PX = 112;
const SMALL_HEIGHT_PX = 30;
const SMALL_BELOW_TOP_PX = 4;
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
  /** 0: only how many are outside, in small letters. */
  readonly hints: number;
  /** In CSS pixels of the map; null: at the lower left, where the style sheet has it. */
  readonly top: number | null;
  /** From there to the right, in CSS pixels. */
  readonly aside: number;
}

/** What the foot should not cover, the more important first. */
export interface Taken {
  /** Members who are shown, and buttons. */
  readonly pins: readonly Box[];
  readonly labels: readonly Box[];
  /** Members who are cut by an edge, with their labels. */
  readonly cut: readonly Box[];
}

type Area = Pick<FreeView, 'left' | 'top' | 'bottom' | 'width'>;

/**
 * Where the foot covers no marker: at the lower left, the upper left or between, with fewer hints where there is no room for
 * more, and at least with the number of those who are outside.
 * @returns null where even that would cover a pin
 */
export function placeFoot(
  { hints, letters, above }: FootContent,
  view: Area,
  { pins, labels, cut }: Taken,
  textScale: number,
): FootPlace | null {
  const words = BESIDE_WORDS_PX + letters * LETTER_PX * textScale;
  const whole = Math.min(view.width - view.left - BESIDE_FOOT_PX, words);
  const isFree = (boxes: readonly Box[]) => (place: Place) =>
    !boxes.some((other) => doOverlap(place.box, other));
  for (const boxes of [[...pins, ...labels, ...cut], [...pins, ...labels], pins]) {
    // A hint is worth more than what is cut, but less than a label.
    for (let count = boxes === pins ? 0 : hints; count > 0; count -= 1) {
      const height = above + count * HINT_PX * textScale - GAP_PX;
      const found = places(view, { width: whole, height, belowTop: BELOW_TOP_PX }, [0]).find(isFree(boxes));
      if (found) return { hints: count, top: found.top, aside: 0 };
    }
    const found = smallPlaces(view, above).find(isFree(boxes));
    if (found) return { hints: 0, top: found.top, aside: found.aside };
  }
  return null;
}

interface Place {
  readonly top: number | null;
  readonly aside: number;
  readonly box: Box;
}

/** For the number of those who are outside, also farther to the right. */
function smallPlaces(view: Area, above: number): Place[] {
  const width = above > 0 ? view.width - view.left - BESIDE_FOOT_PX : SMALL_WIDTH_PX;
  const most = view.width - view.left - width - 2 * LEFT_PX;
  const steps = Math.max(0, Math.floor(most / STEP_PX));
  const asides = Array.from({ length: steps + 1 }, (_, index) => index * STEP_PX);
  return places(view, { width, height: above + SMALL_HEIGHT_PX, belowTop: SMALL_BELOW_TOP_PX }, asides);
}

interface Size {
  readonly width: number;
  readonly height: number;
  /** From the upper edge to the highest place. */
  readonly belowTop: number;
}

/** Where something of a size fits: at the left first. */
function places(view: Area, { width, height, belowTop }: Size, asides: readonly number[]): Place[] {
  const lowest = view.bottom - ABOVE_ATTRIBUTION_PX - height;
  return asides.flatMap((aside) =>
    heightsFrom(lowest, view.top + belowTop)
      .filter((top) => top >= view.top && top <= lowest)
      .map((top) => {
        const left = view.left + LEFT_PX + aside;
        const box = { left, right: left + width, top, bottom: top + height };
        return { top: top === lowest ? null : top, aside, box };
      }),
  );
}

/** The lowest, the highest, and those between from below. */
function heightsFrom(lowest: number, highest: number): number[] {
  const between = Math.max(0, Math.ceil((lowest - highest) / STEP_PX) - 1);
  return [lowest, highest, ...Array.from({ length: between }, (_, index) => lowest - (index + 1) * STEP_PX)];
}
