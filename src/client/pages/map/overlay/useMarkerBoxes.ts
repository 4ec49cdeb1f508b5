import { useContext } from 'react';
import type { LatLng } from '#shared/geo';
import { useAppSelector } from '#client/store/hooks';
import { type Box, labelHeight, PIN_PX, textScale } from '#client/map/boxes';
import type { FreeView } from '#client/map/freeView';
import type { Point } from '#client/map/markerGroups';
import { PlacementsContext } from '#client/map/placements';
import { selectCallsToHelp, selectOpenAlerts } from '#client/features/alerts/calls/selectors';
import { selectMemberPresences } from '#client/features/locations/presence';
import { selectMarkedPoint } from '#client/features/locations/points/selectors';

/** Around a pin, in CSS pixels. */
const GAP_PX = 5;

/**
 * The room of members, of each SOS, of the marked point and of the buttons on the map, in its CSS pixels. Members who are
 * outside or cut have none: a hint names them.
 */
export function useMarkerBoxes(view: FreeView | null): Box[] {
  const presences = useAppSelector(selectMemberPresences);
  const alerts = useAppSelector(selectOpenAlerts);
  const calls = useAppSelector(selectCallsToHelp);
  const point = useAppSelector(selectMarkedPoint);
  const placements = useContext(PlacementsContext);
  if (!view) return [];
  const members = presences.flatMap(({ member, position }) => {
    if (!position) return [];
    const { isLabelAbove = false, ...shift } = placements[member.id] ?? { x: 0, y: 0 };
    if (!view.contains(position, shift)) return [];
    return boxOf(view.pixelOf(position, shift), isLabelAbove);
  });
  const others = [...alerts, ...calls.map(({ position }) => position), point].flatMap((place) =>
    isPlace(place) ? boxOf(view.pixelOf(place), false) : [],
  );
  return [...members, ...others, view.covered];
}

const isPlace = (place: { [Key in keyof LatLng]: number | null } | undefined): place is LatLng =>
  typeof place?.latitude === 'number' && typeof place.longitude === 'number';

function boxOf({ x, y }: Point, isLabelAbove: boolean): Box {
  const [half, label] = [PIN_PX + GAP_PX, labelHeight(textScale())];
  const [above, below] = isLabelAbove ? [label, 0] : [0, label];
  return { left: x - half, right: x + half, top: y - half - above, bottom: y + half + below };
}
