/** The drawing library, in a bundle of its own: half of all there is, so it is fetched before its map is rendered. */
export const loadMapbox = () => import('./mapboxLibrary');
