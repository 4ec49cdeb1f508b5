import * as z from 'zod/mini';
import type { Geocoder } from './types';

const SEARCH_TIMEOUT_MS = 10_000;
const RESULTS = 5;

/** Coordinates are texts in Nominatim's answers, numbers in those of some of its likes. */
const Degrees = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((degrees) => Number(degrees)),
);
const Answer = z.array(z.object({ display_name: z.string(), lat: Degrees, lon: Degrees }));

/**
 * The address search of a geocoder that speaks as Nominatim does.
 * @param address where it lives, from the page's settings
 */
export function createGeocoder(address: string): Geocoder {
  return {
    async search(text) {
      const query = new URLSearchParams({ format: 'json', q: text, limit: String(RESULTS) });
      const response = await fetch(`${address.replace(/\/+$/u, '')}/search?${query.toString()}`, {
        signal: AbortSignal.timeout(SEARCH_TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`Status ${response.status}`);
      return Answer.parse(await response.json())
        .filter(({ lat, lon }) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180)
        .map(({ display_name: name, lat, lon }) => ({ name, latitude: lat, longitude: lon }));
    },
  };
}
