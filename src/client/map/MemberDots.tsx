import { useEffect, useEffectEvent, useRef } from 'react';
import type { MapMouseEvent } from 'mapbox-gl';
import { type DotLayer, type DotMember, createDotLayerData, createDotLayer } from './dotLayer';
import { useMapContext } from './MapContext';
import { prefersReducedMotion } from './animation';

/** Same as the default of `Marker`. */
const ANIMATION_MS = 900;
/** How near a click must be to a dot, in CSS pixels. */
const CLICK_RADIUS_PX = 22;

export interface MemberDotsProps {
  members: readonly DotMember[];
  onSelect: (id: string) => void;
}

/**
 * Members as dots that the GPU draws and moves, for families with too many members for one HTML marker each. The list
 * beside the map names them.
 */
export function MemberDots({ members, onSelect }: MemberDotsProps) {
  const { handle, styleVersion } = useMapContext();
  const dots = useRef(createDotLayerData());
  const layer = useRef<DotLayer>(null);
  const animationMs = prefersReducedMotion() ? 0 : ANIMATION_MS;

  const show = useEffectEvent((on: DotLayer) =>
    on.show(dots.current.move(members, frameTime(), animationMs), animationMs),
  );

  useEffect(() => {
    if (styleVersion === 0) return undefined;
    const { map } = handle;
    // A new style has dropped the layers of the old one.
    const id = `member-dots-${styleVersion}`;
    const drawn = createDotLayer(id, frameTime);
    layer.current = drawn;
    map.addLayer(drawn);
    show(drawn);
    return () => {
      layer.current = null;
      if (!handle.removed && map.getLayer(id)) map.removeLayer(id);
    };
  }, [handle, styleVersion]);

  useEffect(() => {
    layer.current?.show(dots.current.move(members, frameTime(), animationMs), animationMs);
  }, [members, animationMs]);

  const selectNearest = useEffectEvent((event: MapMouseEvent) => {
    const nearest = findNearest(event, members);
    if (nearest === null) return;
    // Otherwise the map would handle the click too.
    event.preventDefault();
    onSelect(nearest.id);
  });
  useEffect(() => {
    const { map } = handle;
    const click = (event: MapMouseEvent) => selectNearest(event);
    map.on('click', click);
    return () => {
      if (!handle.removed) map.off('click', click);
    };
  }, [handle]);

  return null;
}

/** The time of the current frame, as this folder has no clock. */
function frameTime(): number {
  return Number(document.timeline?.currentTime ?? 0);
}

function findNearest({ point, target: map }: MapMouseEvent, members: readonly DotMember[]): DotMember | null {
  let nearest: DotMember | null = null;
  let radius = CLICK_RADIUS_PX;
  for (const member of members) {
    const { x, y } = map.project([member.longitude, member.latitude]);
    const distance = Math.hypot(x - point.x, y - point.y);
    if (distance < radius) [nearest, radius] = [member, distance];
  }
  return nearest;
}
