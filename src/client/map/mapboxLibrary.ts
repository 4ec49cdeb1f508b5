/**
 * The drawing library with its style: a chunk of its own, fetched by `MapView` alone. mapbox-gl 1.13.3 is the newest
 * release that draws without an access token.
 */
import mapboxgl from 'mapbox-gl';
import './mapbox.css';

export const engine = mapboxgl;
