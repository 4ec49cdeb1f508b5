/**
 * mapbox-gl with its styles, in a bundle of its own that is imported dynamically. Version 1.13.3 is the latest that works
 * without an access token.
 */
import './mapbox.css';

export { default as mapboxgl } from 'mapbox-gl';
