import { useContext } from 'react';
import type { LatLng } from '#shared/geo';
import { useAppSelector } from '#client/store/hooks';
import { type Box, labelHeight, PIN_PX, mapTextScale } from '#client/map/boxes';
import type { FreeView } from '#client/map/freeView';
import type { Point } from '#client/map/geometry';
import { type Placement, PlacementsContext } from '#client/map/placements';
import type { Taken } from './footPlace';
import { selectCallsToHelp, selectOpenAlerts } from '#client/features/alerts/calls/selectors';
import { selectMemberPresences } from '#client/features/locations/presence';
import { selectMarkedPoint } from '#client/features/locations/points/selectors';

/** Around a pin, in CSS pixels. */
const GAP_PX = 5;

/** The room of members, of each SOS, of the marked point and of the buttons on the map, in its CSS pixels. */
export function useMarkerBoxes(view: FreeView | null): Taken {
  const presences = useAppSelector(selectMemberPresences);
  const alerts = useAppSelector(selectOpenAlerts);
  const calls = useAppSelector(selectCallsToHelp);
  const point = useAppSelector(selectMarkedPoint);
  const placements = useContext(PlacementsContext);
  if (!view) return { pins: [], labels: [], cut: [] };
  const members = presences.flatMap(({ member, position }) => {
    if (!position) return [];
    const placement = placements[member.id] ?? { x: 0, y: 0, z: 1 };
    const isInside = view.contains(position, placement);
    return [{ isInside, boxes: boxesOf(view.pixelOf(position, placement), placement) }];
  });
  const inside = members.flatMap(({ isInside, boxes }) => (isInside ? [boxes] : []));
  const others = [...alerts, ...calls.map(({ position }) => position), point].flatMap((place) =>
    isPlace(place) ? boxesOf(view.pixelOf(place), {}) : [],
  );
  return {
    pins: [...inside.map(([pin]) => pin), ...others, view.covered],
    labels: inside.map(([, label]) => label),
    cut: members.flatMap(({ isInside, boxes }) => (isInside ? [] : boxes)),
  };
}

const isPlace = (place: { [Key in keyof LatLng]: number | null } | undefined): place is LatLng =>
  typeof place?.latitude === 'number' && typeof place.longitude === 'number';

/** The room of a pin, and of its label even where there is none yet. */
function boxesOf(
  { x, y }: Point,
  { label: content = '', labelX = 0, labelWidth = 0 }: Pick<Placement, 'label' | 'labelX' | 'labelWidth'>,
): [pin: Box, label: Box] {
  const [half, label] = [PIN_PX + GAP_PX, labelHeight(mapTextScale())];
  const halfLabel = Math.max(half, labelWidth / 2 + GAP_PX);
  const pin = { left: x - half, right: x + half, top: y - half, bottom: y + half };
  const [top, bottom] = content.endsWith('above')
    ? [pin.top - label, pin.top]
    : [pin.bottom, pin.bottom + label];
  return [pin, { left: x + labelX - halfLabel, right: x + labelX + halfLabel, top, bottom }];
}
