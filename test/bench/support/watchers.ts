import { distanceBetween } from '#shared/geo';
import {
  type FenceCircle,
  type FenceState,
  type LocationSample,
  UNKNOWN_STATE,
  evaluateFix,
} from '#shared/geofences';
import { PLACE } from './reception';

/** Something that follows fixes and says when somebody has come or gone. */
export type Watcher = (fix: LocationSample) => 'entered' | 'exited' | null;

export const fenceOf = (radius: number): FenceCircle => ({ ...PLACE, radius, revision: 1 });

/** The product's rules. */
export function ours(fence: FenceCircle): Watcher {
  let state: FenceState = UNKNOWN_STATE;
  return (fix) => {
    const judged = evaluateFix(state, fix, fence);
    state = judged.state;
    return judged.event;
  };
}

/** Whether a fix lies within the radius, and nothing else. */
export function plain(fence: FenceCircle): Watcher {
  let wasInside: boolean | null = null;
  return (fix) => {
    const isInside = distanceBetween(fence, fix) <= fence.radius;
    const changed = wasInside !== null && wasInside !== isInside;
    wasInside = isInside;
    return changed ? (isInside ? 'entered' : 'exited') : null;
  };
}
