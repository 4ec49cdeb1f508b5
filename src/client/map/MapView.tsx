import { t } from '#client/i18n/text';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import type { Map as MapboxMap } from 'mapbox-gl';
import { MapBackdrop } from '#client/ui/artwork.tsx';
import { attributionParts, type AttributionPart } from './tileStyle';
import type { Bounds } from '#shared/bounds';
import type { LatLng } from './geometry';
import { MapContext } from './MapContext';
import type { MapboxLibrary } from './MapContext';
import { useMapbox } from './useMapbox';
import type { MapState } from './useMapbox';
import { MapPreview, type PreviewMarker } from './MapPreview';
import {
  useInitialView,
  useCamera,
  useCanvasLabel,
  useFirstDrawing,
  useMapEvents,
  useTiles,
} from './mapHooks';
import './map-view.css';

export interface MapViewProps {
  /**
   * Where the map starts, and where it flies when `centerKey` changes. Null while that is unknown; the map loads its
   * library and creates its canvas meanwhile.
   */
  center: LatLng | null;
  /** A new key starts a flight to `center`; a new `center` alone does not move the map. */
  centerKey: string | number;
  /** Zoom at the start and after every flight; at most, where `bounds` are given. */
  zoom: number;
  /** The bounds to show instead of `center` and `zoom`. */
  bounds?: Bounds | null | undefined;
  /** Raster tiles: a template with {z}, {x}, {y}, optionally {s}; empty for a map without tiles. */
  tileUrl: string;
  /** Credits for the tiles. In a string, the name OpenStreetMap becomes a link. */
  attribution: string | readonly AttributionPart[];
  /** Darkens the tiles. */
  dark: boolean;
  /** The accessible name of the map. */
  label: string;
  /** Markers, sources and layers; mounted once the map has a center. */
  children?: ReactNode;
  /** Shown until the map is drawn; undefined: an empty background. */
  preview?: readonly PreviewMarker[] | undefined;
  /** Called when the user starts to move the map. */
  onMoveByHand?: (() => void) | undefined;
  /** Called when the user clicks the map, but not on a marker. */
  onPick?: ((latitude: number, longitude: number) => void) | undefined;
}

/** A map that fills its container. The library is loaded with the first map. */
export function MapView(props: MapViewProps) {
  const container = useRef<HTMLDivElement>(null);
  const shownKey = useRef<string | number>(null);
  const [state, containerKey] = useMapbox(container, createMap);
  const shown = useInitialView('handle' in state ? state : null, props, shownKey);
  useCamera(shown, props, shownKey);
  useTiles(shown, props);
  useCanvasLabel(shown, props.label);
  useMapEvents(shown, props);
  const isDrawn = useFirstDrawing(shown);
  return (
    <div className="map-view" data-status={state.status}>
      <MapPlaceholder {...props} status={state.status} isDrawn={isDrawn} hasMarkers={shown !== null} />
      <div className="map-view-canvas" key={containerKey} ref={container} />
      <Attribution attribution={props.attribution} />
      {shown ? <MapContext value={shown}>{props.children}</MapContext> : null}
    </div>
  );
}

/** Creates an empty map; `useInitialView` gives it its center and style. */
function createMap(mapboxgl: MapboxLibrary, container: HTMLElement): MapboxMap {
  const map = new mapboxgl.Map({
    container,
    // The library lets no map be smaller than its window all the same.
    minZoom: 0,
    maxZoom: 20,
    // North is always up and the map is never tilted.
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    // `Attribution` renders it instead, so that configured text is never used as HTML.
    attributionControl: false,
    // A ResizeObserver covers every change of the container, not only the window's.
    trackResize: false,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  return map;
}

interface MapPlaceholderProps extends MapViewProps {
  status: MapState['status'];
  isDrawn: boolean;
  /** The map has its own markers already. */
  hasMarkers: boolean;
}

function MapPlaceholder({ status, isDrawn, hasMarkers, ...props }: MapPlaceholderProps) {
  const { center, zoom, tileUrl, dark, preview } = props;
  if (status === 'failed')
    return (
      <p className="map-view-failed" role="status">
        {t('The map cannot be drawn in this browser. The list of family members shows the same.')}
      </p>
    );
  return (
    <>
      {status === 'ready' ? null : <Skeleton hasPreview={center !== null && preview !== undefined} />}
      {isDrawn || !center || !preview ? null : (
        <MapPreview {...{ center, zoom, tileUrl, dark }} markers={hasMarkers ? [] : preview} />
      )}
    </>
  );
}

function Skeleton({ hasPreview }: { hasPreview: boolean }) {
  return (
    <div className="map-view-skeleton">
      {hasPreview ? null : <MapBackdrop />}
      <span className="visually-hidden" role="status">
        {t('Loading the map...')}
      </span>
    </div>
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
