import {
  type ContextType,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import type { Map as MapboxMap } from 'mapbox-gl';
import { createPortal } from 'react-dom';
import { FreeArea, insetsOf, middleOf } from '#client/ui/freeArea';
import { createPositionAnimation, prefersReducedMotion, type PositionAnimation } from './animation';
import { useMapContext } from './MapContext';
import { PlacementsContext } from './placements';
import './map-view.css';

export interface MarkerProps {
  latitude: number;
  longitude: number;
  /** The accessible name; empty hides the marker from assistive technology. */
  label: string;
  /** Makes the marker a button. */
  onClick?: (() => void) | undefined;
  /** Duration of a move to a new position; 0 jumps, as does prefers-reduced-motion. Default 900. */
  animationMs?: number | undefined;
  /** By which `PlacementsContext` draws it beside its position. */
  placementId?: string | undefined;
  /** Above the other markers. */
  raised?: boolean | undefined;
  /** Ignores clicks, and lies below the other markers unless it is raised. */
  lowered?: boolean | undefined;
  /** Announced as pressed. */
  selected?: boolean | undefined;
  /** Makes the marker draggable; called with the position where it is dropped. */
  onDrop?: ((latitude: number, longitude: number) => void) | undefined;
  children: ReactNode;
}

/**
 * React content centered on a position of the map. The element's data-latitude and data-longitude hold the position it
 * has or is moving to.
 */
export function Marker({ latitude, longitude, label, onClick, children, ...options }: MarkerProps) {
  const { animationMs = 900, raised, lowered, selected, onDrop, placementId = '' } = options;
  const { handle } = useMapContext();
  const [element] = useState(() => document.createElement('div'));
  const animation = useRef<PositionAnimation | null>(null);
  const position = useEffectEvent(() => ({ latitude, longitude }));
  const drop = useEffectEvent(({ lat, lng }: { lat: number; lng: number }) => onDrop?.(lat, lng));
  const draggable = onDrop !== undefined;

  useEffect(() => {
    const start = position();
    const marker = new handle.mapboxgl.Marker({ element }).setLngLat([start.longitude, start.latitude]);
    marker.setDraggable(draggable).addTo(handle.map);
    // A running animation must not move the marker while it is dragged.
    marker.on('dragstart', () => animation.current?.stop());
    marker.on('dragend', () => drop(marker.getLngLat().wrap()));
    animation.current = createPositionAnimation(start, (at) => marker.setLngLat([at.longitude, at.latitude]));
    return () => {
      animation.current?.stop();
      marker.remove();
    };
  }, [handle, element, draggable]);

  useEffect(() => {
    element.dataset['latitude'] = String(latitude);
    element.dataset['longitude'] = String(longitude);
    animation.current?.moveTo({ latitude, longitude }, prefersReducedMotion() ? 0 : animationMs);
  }, [element, latitude, longitude, animationMs]);

  const {
    x = 0,
    y = 0,
    z = 1,
    isHidden = false,
    label: content = '',
    labelX = 0,
  } = useContext(PlacementsContext)[placementId] ?? {};
  useEffect(() => {
    Object.assign(element.style, {
      zIndex: raised ? 999 : lowered ? 0 : z,
      pointerEvents: lowered ? 'none' : '',
      // Apart from the transform by which the map moves the marker.
      translate: `${x}px ${y}px`,
    });
    element.style.setProperty('--label-x', `${labelX}px`);
    element.hidden = isHidden;
    element.dataset['label'] = content;
  }, [element, raised, lowered, x, y, z, isHidden, content, labelX]);

  return createPortal(
    onClick ? (
      <MarkerButton {...{ label, selected, onClick }}>{children}</MarkerButton>
    ) : (
      <div className="marker" role={label ? 'img' : undefined} aria-label={label} aria-hidden={!label}>
        {children}
      </div>
    ),
    element,
  );
}

type MarkerButtonProps = Pick<MarkerProps, 'label' | 'selected' | 'onClick' | 'children'>;

function MarkerButton({ label, selected, onClick, children }: MarkerButtonProps) {
  const { handle } = useMapContext();
  const free = useContext(FreeArea);
  return (
    <button
      type="button"
      className="marker"
      aria-pressed={selected}
      onClick={onClick}
      onFocus={({ currentTarget }) => reveal(handle.map, currentTarget, free)}
    >
      {/* Text, not aria-label: the visible content (initials, age) need not repeat the name. */}
      <span className="visually-hidden">{label}</span>
      {children}
    </button>
  );
}

/** Moves the map to a marker that has received the keyboard focus where something covers it, or outside the view. */
function reveal(map: MapboxMap, marker: HTMLElement, free: ContextType<typeof FreeArea>): void {
  const container = map.getContainer();
  // The browser has scrolled it to the marker.
  Object.assign(container, { scrollLeft: 0, scrollTop: 0 });
  const [whole, box] = [container.getBoundingClientRect(), marker.getBoundingClientRect()];
  const x = box.left + box.width / 2;
  const isShown = [0.1, 0.5, 0.9].every((part) =>
    marker.contains(document.elementFromPoint(x, box.top + part * box.height)),
  );
  if (isShown) return;
  const [middleX, middleY] = middleOf(container, insetsOf(container, free));
  map.panBy([x - whole.left - middleX, box.top + box.height / 2 - whole.top - middleY], {
    duration: prefersReducedMotion() ? 0 : 250,
  });
}
