import { type Bounds, boundsOf } from '#shared/bounds';
import type { FreeView } from './freeView';
import { type LatLng, worldPixels } from './geometry';

/** The closest view in which members of a list are shown apart. */
export const CLOSEST_ZOOM = 17;
/** Members who are less apart than that at the closest zoom are at one place: about 60 metres, in CSS pixels. */
const LEAST_APART_PX = 150;
/** Around what is shown, on both sides together (mapHooks.ts), and what remains of a small map. */
const PADDING_PX = 112;
const LEAST_ROOM_PX = 40;
/** By how much a press brings the map closer at least. */
const LEAST_GROWTH = 1.5;

/** The bounds that show the members of a list apart; null where they are at one place, or where that comes no closer. */
export function closerBounds(
  members: readonly LatLng[],
  zoom: number,
  view: Pick<FreeView, 'left' | 'top' | 'bottom' | 'width'> | null,
): Bounds | null {
  const bounds = boundsOf({
    count: members.length,
    latitudes: members.map(({ latitude }) => latitude),
    longitudes: members.map(({ longitude }) => longitude),
  });
  if (!bounds || !view) return null;
  const [west, south, east, north] = bounds;
  const start = worldPixels({ latitude: north, longitude: west }, zoom + 1);
  const end = worldPixels({ latitude: south, longitude: east }, zoom + 1);
  const size = Math.max(end.x - start.x, end.y - start.y);
  const least = Math.min(view.width - view.left, view.bottom - view.top) - PADDING_PX;
  const growth = Math.min(2 ** (CLOSEST_ZOOM - zoom), Math.max(LEAST_ROOM_PX, least) / size);
  const isApart = size * 2 ** (CLOSEST_ZOOM - zoom) >= LEAST_APART_PX;
  return isApart && growth >= LEAST_GROWTH ? bounds : null;
}
