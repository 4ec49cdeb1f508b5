import { useRef } from 'react';
import type { ReactNode } from 'react';
import type { Map as MapboxMap } from 'mapbox-gl';
import { MapBackdrop } from '#client/ui/artwork.tsx';
import { attributionParts } from './attribution';
import type { AttributionPart } from './attribution';
import type { LatLng } from './geometry';
import { MapContext } from './MapContext';
import type { Engine } from './MapContext';
import { useMapbox } from './useMapbox';
import type { MapState } from './useMapbox';
import { useBegun, useCamera, useCanvasLabel, useMapEvents, useTiles } from './mapHooks';
import './map-view.css';

export interface MapViewProps {
  /**
   * Where the map starts, and where it flies when `centerKey` changes. Null while that is not known: the library and its
   * drawing surface, half of the wait, are made ready meanwhile.
   */
  center: LatLng | null;
  /** A new key asks for a flight to `center`; a new `center` alone moves nothing under the person's finger. */
  centerKey: string | number;
  /** Zoom of the start and of every flight. */
  zoom: number;
  /** Raster tiles: a template with {z}, {x}, {y}, perhaps {s}; empty for a map without any. */
  tileUrl: string;
  /** Who made the tiles. A text stays text, but for OpenStreetMap's name, which becomes its link. */
  attribution: string | readonly AttributionPart[];
  /** Draws the light tiles dark. */
  dark: boolean;
  /** The accessible name of the map. */
  label: string;
  /** Markers, sources and layers; mounted once the map has a centre. */
  children?: ReactNode;
  /** The person has begun to move the map, so that whoever follows somebody may stop. */
  onMoveByHand?: (() => void) | undefined;
  /** The person pressed on the ground, not on a marker. */
  onPick?: ((latitude: number, longitude: number) => void) | undefined;
}

/** A map that fills its container. The library comes with the first map that is shown. */
export function MapView(props: MapViewProps) {
  const container = useRef<HTMLDivElement>(null);
  const state = useMapbox(container, createMap);
  const shown = useBegun('handle' in state ? state : null, props);
  useCamera(shown, props);
  useTiles(shown, props);
  useCanvasLabel(shown, props.label);
  useMapEvents(shown, props);
  return (
    <div className="map-view" data-status={state.status}>
      <MapPlaceholder status={state.status} />
      <div className="map-view-canvas" ref={container} />
      <Attribution attribution={props.attribution} />
      {shown ? <MapContext value={shown}>{props.children}</MapContext> : null}
    </div>
  );
}

/** A map that shows nothing yet, see `useBegun`. */
function createMap(engine: Engine, container: HTMLElement): MapboxMap {
  const map = new engine.Map({
    container,
    minZoom: 1,
    maxZoom: 20,
    // North stays up and the ground flat: one glance must do.
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    // Ours, so that configured text is never taken for markup.
    attributionControl: false,
    // Our observer sees every change of the container, not only the window's.
    trackResize: false,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  return map;
}

function MapPlaceholder({ status }: { status: MapState['status'] }) {
  if (status === 'ready') return null;
  if (status !== 'failed') {
    return (
      <div className="map-view-skeleton">
        <MapBackdrop />
        <span className="visually-hidden" role="status">
          Loading the map...
        </span>
      </div>
    );
  }
  return (
    <p className="map-view-failed" role="status">
      The map cannot be drawn in this browser. The list of family members says the same.
    </p>
  );
}

function Attribution({ attribution }: { attribution: MapViewProps['attribution'] }) {
  const parts = typeof attribution === 'string' ? attributionParts(attribution) : attribution;
  if (parts.length === 0) return null;
  return (
    <p className="map-view-attribution">
      {parts.map(({ text, href }, index) =>
        href ? (
          <a key={index} href={href} target="_blank" rel="noreferrer">
            {text}
          </a>
        ) : (
          <span key={index}>{text}</span>
        ),
      )}
    </p>
  );
}
