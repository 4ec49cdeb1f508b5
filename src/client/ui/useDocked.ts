import { useMedia } from './useMedia';

/** From this width on, in px, the panel stands beside the map instead of lying over it. */
const DOCKED_FROM = 1024;

/** Whether the page is wide enough for the docked panel; follows the window. */
export function useDocked(): boolean {
  return useMedia(`(min-width: ${DOCKED_FROM}px)`);
}
