import { useEffect, useEffectEvent, useRef } from 'react';
import type { MapMouseEvent } from 'mapbox-gl';
import { type CrowdLayer, type CrowdMember, createDotLayerData, createCrowdLayer } from './dotLayer';
import { useMapContext } from './MapContext';
import { prefersReducedMotion } from './motion';

/** As long as a marker's. */
const GLIDE_MS = 900;
/** A press this near to a dot means it. */
const REACH_PX = 22;

export interface MemberCrowdProps {
  members: readonly CrowdMember[];
  onChoose: (id: string) => void;
}

/**
 * Many members as dots, drawn and moved by the graphics card: where there are too many for a marker each, which the
 * browser would lay out one by one. The list beside the map says who they are.
 */
export function MemberDots({ members, onChoose }: MemberCrowdProps) {
  const { handle, styleVersion } = useMapContext();
  const dots = useRef(createDotLayerData());
  const layer = useRef<CrowdLayer>(null);
  const glide = prefersReducedMotion() ? 0 : GLIDE_MS;

  const show = useEffectEvent((on: CrowdLayer) =>
    on.show(dots.current.move(members, frameTime(), glide), glide),
  );

  useEffect(() => {
    if (styleVersion === 0) return undefined;
    const { map } = handle;
    // A new style has lost the layers of the old one.
    const id = `crowd-${styleVersion}`;
    const drawn = createCrowdLayer(id, frameTime);
    layer.current = drawn;
    map.addLayer(drawn);
    show(drawn);
    return () => {
      layer.current = null;
      if (!handle.removed && map.getLayer(id)) map.removeLayer(id);
    };
  }, [handle, styleVersion]);

  useEffect(() => {
    layer.current?.show(dots.current.move(members, frameTime(), glide), glide);
  }, [members, glide]);

  const choose = useEffectEvent((event: MapMouseEvent) => {
    const nearest = nearestTo(event, members);
    if (nearest === null) return;
    // Or the ground would be pressed as well.
    event.preventDefault();
    onChoose(nearest.id);
  });
  useEffect(() => {
    const { map } = handle;
    const click = (event: MapMouseEvent) => choose(event);
    map.on('click', click);
    return () => {
      if (!handle.removed) map.off('click', click);
    };
  }, [handle]);

  return null;
}

/** The time of the frame that is being drawn: this room has no clock of its own. */
function frameTime(): number {
  return Number(document.timeline?.currentTime ?? 0);
}

function nearestTo(
  { point, target: map }: MapMouseEvent,
  members: readonly CrowdMember[],
): CrowdMember | null {
  let nearest: CrowdMember | null = null;
  let reach = REACH_PX;
  for (const member of members) {
    const { x, y } = map.project([member.longitude, member.latitude]);
    const far = Math.hypot(x - point.x, y - point.y);
    if (far < reach) [nearest, reach] = [member, far];
  }
  return nearest;
}
