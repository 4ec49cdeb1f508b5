import { createContext, type RefObject } from 'react';

/** The part of the map that no sheet and no header covers: an empty element over it. Null where nothing lies over a map. */
export const FreeArea = createContext<RefObject<HTMLElement | null> | null>(null);

/** How much of the map is covered at each edge, in CSS pixels. */
export interface MapInsets {
  readonly top: number;
  readonly bottom: number;
}

/** What is covered of the map at the moment, so that the camera puts what it shows into the rest. */
export function insetsOf(map: HTMLElement, area: RefObject<HTMLElement | null> | null): MapInsets {
  const free = area?.current;
  if (!free) return { top: 0, bottom: 0 };
  const [whole, part] = [map.getBoundingClientRect(), free.getBoundingClientRect()];
  return { top: part.top - whole.top, bottom: whole.bottom - part.bottom };
}
