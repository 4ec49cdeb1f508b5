import type { Polygon } from '#contract/geofences';
import { useAppDispatch } from '#client/store/hooks';
import { coveringCircle } from '#shared/polygons';
import { draftChanged, placePressed } from '../slice';

/**
 * Returns what changes the corners of the place in the form. The coordinates follow to their middle, as on the server: the form
 * requires them, and who draws an outline enters none.
 */
export function useCornersChange(): (corners: Polygon) => void {
  const dispatch = useAppDispatch();
  return (corners) => {
    dispatch(draftChanged({ corners }));
    if (corners.length > 0) dispatch(placePressed(coveringCircle(corners)));
  };
}
