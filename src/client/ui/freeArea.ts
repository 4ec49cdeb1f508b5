import { createContext, type RefObject } from 'react';

/** The part of the map that no sheet, no header and no notice covers: an empty element over it. Null where nothing covers a map. */
export const FreeArea = createContext<RefObject<HTMLElement | null> | null>(null);

/** How much of the map is covered, in CSS pixels. */
export interface MapInsets {
  readonly top: number;
  /** How far the header and the notices reach to the right: beside them the map is free up to its edge. */
  readonly topWidth: number;
  readonly bottom: number;
  /** From where to where the sheet or the bar covers the lower edge: beside it the map is free down to that. */
  readonly bottomSpan: readonly [left: number, right: number];
  /** By the window's safe area or, on a phone held sideways, by the sheet. */
  readonly left: number;
  /** Of what is left, the lower right corner that buttons cover. */
  readonly corner: { readonly width: number; readonly height: number };
}

/** A notice that leaves less of the map, in CSS pixels, covers what the camera shows: the map has to fit somewhere. */
const LEAST_HEIGHT_PX = 80;

export const NO_INSETS: MapInsets = {
  top: 0,
  topWidth: 0,
  bottom: 0,
  bottomSpan: [0, 0],
  left: 0,
  corner: { width: 0, height: 0 },
};

/** How much of the map is covered now, so that the camera shows its target in the visible part. */
export function insetsOf(map: HTMLElement, area: RefObject<HTMLElement | null> | null): MapInsets {
  const free = area?.current;
  if (!free) return NO_INSETS;
  const [whole, part] = [map.getBoundingClientRect(), free.getBoundingClientRect()];
  // The style sheet knows the corner; the buttons themselves may be moving.
  const { scrollPaddingLeft, scrollPaddingRight, scrollPaddingBottom } = getComputedStyle(free);
  const bottom = whole.bottom - part.bottom;
  return {
    top: Math.max(0, Math.min(part.top - whole.top, whole.height - bottom - LEAST_HEIGHT_PX)),
    topWidth: rightOfHead(free) - whole.left,
    bottom,
    bottomSpan: spanOfFoot(free, whole),
    left: part.left - whole.left + (parseFloat(scrollPaddingLeft) || 0),
    corner: { width: parseFloat(scrollPaddingRight) || 0, height: parseFloat(scrollPaddingBottom) || 0 },
  };
}

/** Where the header and the notices end at the right, in CSS pixels of the window. */
function rightOfHead(free: HTMLElement): number {
  const head = free.closest('.map-screen')?.querySelectorAll('.map-screen-top, .map-screen-notices') ?? [];
  return Math.max(0, ...[...head].map((element) => element.getBoundingClientRect().right));
}

/** Where the sheet, or on a wide window the bar, begins and ends; the whole width where there is none. */
function spanOfFoot(free: HTMLElement, map: DOMRect): [left: number, right: number] {
  const foot = free
    .closest('.map-screen-stage')
    ?.querySelector('.map-screen-bottom')
    ?.getBoundingClientRect();
  return foot ? [foot.left - map.left, foot.right - map.left] : [0, map.width];
}

/** The middle of what is free, in CSS pixels of the map. */
export function middleOf(map: HTMLElement, { top, bottom, left }: MapInsets): [x: number, y: number] {
  const { width, height } = map.getBoundingClientRect();
  return [(left + width) / 2, (top + height - bottom) / 2];
}
