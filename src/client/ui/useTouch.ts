import { useMedia } from './useMedia';

/** Whether people type with fingers on the screen here: their Enter begins a line. */
export function useTouch(): boolean {
  return useMedia('(hover: none) and (pointer: coarse)');
}
