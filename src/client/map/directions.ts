import { readUserAgent } from '#shared/userAgent';
import type { LatLng } from './geometry';

/**
 * The address that opens the way to a position in the maps of the device: the app that the user has chosen on Android,
 * Apple's maps on its systems, and OpenStreetMap in the browser elsewhere.
 */
export function directionsTo({ latitude, longitude }: LatLng, userAgent: string): string {
  const place = `${latitude},${longitude}`;
  switch (readUserAgent(userAgent).system) {
    case 'Android':
      return `geo:${place}?q=${place}`;
    case 'iPhone':
    case 'iPad':
    case 'Mac':
      return `https://maps.apple.com/?daddr=${place}`;
    default:
      return `https://www.openstreetmap.org/directions?to=${encodeURIComponent(place)}`;
  }
}
