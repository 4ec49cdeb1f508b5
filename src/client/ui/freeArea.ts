import { createContext, type RefObject } from 'react';

/** The part of the map that no sheet and no header covers: an empty element over it. Null where nothing covers a map. */
export const FreeArea = createContext<RefObject<HTMLElement | null> | null>(null);

/** How much of the map is covered at each edge, in CSS pixels. */
export interface MapInsets {
  readonly top: number;
  readonly bottom: number;
}

/** How much of the map is covered now, so that the camera shows its target in the visible part. */
export function insetsOf(map: HTMLElement, area: RefObject<HTMLElement | null> | null): MapInsets {
  const free = area?.current;
  if (!free) return { top: 0, bottom: 0 };
  const [whole, part] = [map.getBoundingClientRect(), free.getBoundingClientRect()];
  return { top: part.top - whole.top, bottom: whole.bottom - part.bottom };
}
