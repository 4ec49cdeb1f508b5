import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Map as MapboxMap } from 'mapbox-gl';
import { createPortal } from 'react-dom';
import type { Glide } from './glide';
import { createGlide } from './glide';
import { useMapContext } from './MapContext';
import { prefersReducedMotion } from './motion';
import './marker.css';

export interface MarkerProps {
  latitude: number;
  longitude: number;
  /** The accessible name. */
  label: string;
  /** Makes the marker a button. */
  onClick?: (() => void) | undefined;
  /** How long it takes to a new position; 0 jumps, and so does everything with prefers-reduced-motion. Default 900. */
  glideMs?: number | undefined;
  /** Lies above the others. */
  raised?: boolean | undefined;
  /** Lies below the others, and lets presses through to the ground. */
  sunken?: boolean | undefined;
  /** Whether `onClick` has chosen it; announced as pressed. */
  chosen?: boolean | undefined;
  /** Lets the person drag the marker; told where it was dropped. */
  onDrop?: ((latitude: number, longitude: number) => void) | undefined;
  children: ReactNode;
}

/**
 * React content at a place on the map, its middle on the place. The element's data-latitude and data-longitude say
 * where it is or is gliding to.
 */
export function Marker({ latitude, longitude, label, onClick, children, ...options }: MarkerProps) {
  const { glideMs = 900, raised = false, sunken = false, chosen, onDrop } = options;
  const { handle } = useMapContext();
  const [element] = useState(() => document.createElement('div'));
  const glide = useRef<Glide | null>(null);
  const position = useEffectEvent(() => ({ latitude, longitude }));
  const drop = useEffectEvent((place: { lat: number; lng: number }) => onDrop?.(place.lat, place.lng));
  const draggable = onDrop !== undefined;

  useEffect(() => {
    const start = position();
    const marker = new handle.engine.Marker({ element }).setLngLat([start.longitude, start.latitude]);
    marker.setDraggable(draggable).addTo(handle.map);
    // A marker on its way must not pull against the hand.
    marker.on('dragstart', () => glide.current?.stop());
    marker.on('dragend', () => drop(marker.getLngLat().wrap()));
    glide.current = createGlide(start, (place) => marker.setLngLat([place.longitude, place.latitude]));
    return () => {
      glide.current?.stop();
      marker.remove();
    };
  }, [handle, element, draggable]);

  useEffect(() => {
    element.dataset['latitude'] = String(latitude);
    element.dataset['longitude'] = String(longitude);
    glide.current?.to({ latitude, longitude }, prefersReducedMotion() ? 0 : glideMs);
  }, [element, latitude, longitude, glideMs]);

  useEffect(() => {
    element.style.zIndex = raised ? '2' : sunken ? '0' : '1';
    element.style.pointerEvents = sunken ? 'none' : '';
  }, [element, raised, sunken]);

  return createPortal(
    onClick ? (
      <button
        type="button"
        className="marker"
        aria-pressed={chosen}
        onClick={onClick}
        onFocus={() => reveal(handle.map, [longitude, latitude])}
      >
        {/* Text, not aria-label: what is drawn (initials, age) need not repeat the name's words. */}
        <span className="visually-hidden">{label}</span>
        {children}
      </button>
    ) : (
      <div className="marker" role="img" aria-label={label}>
        {children}
      </div>
    ),
    element,
  );
}

/** Who goes from marker to marker by keyboard must see the one that has the focus. */
function reveal(map: MapboxMap, center: [number, number]): void {
  if (map.getBounds().contains(center)) return;
  if (prefersReducedMotion()) map.jumpTo({ center });
  else map.easeTo({ center, duration: 250 });
}
