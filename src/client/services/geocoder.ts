import * as z from 'zod/mini';
import type { Geocoder } from './types';

const TIMEOUT_MS = 10_000;
const RESULTS = 5;

/** Coordinates are texts in Nominatim's answers, numbers in those of some of its likes. */
const Degrees = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((degrees) => Number(degrees)),
);
const ReverseAnswer = z.object({ display_name: z.string().check(z.minLength(1)) });
const Answer = z.array(z.object({ display_name: z.string(), lat: Degrees, lon: Degrees }));

/**
 * A geocoder that speaks as Nominatim does.
 * @param address where it lives, from the page's settings
 */
export function createGeocoder(address: string): Geocoder {
  const ask = async (path: string, query: Record<string, string>): Promise<unknown> => {
    const parameters = new URLSearchParams({ format: 'json', ...query }).toString();
    const response = await fetch(`${address.replace(/\/+$/u, '')}${path}?${parameters}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`Status ${response.status}`);
    return response.json();
  };
  return {
    async search(text) {
      return Answer.parse(await ask('/search', { q: text, limit: String(RESULTS) }))
        .filter(({ lat, lon }) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180)
        .map(({ display_name: name, lat, lon }) => ({ name, latitude: lat, longitude: lon }));
    },
    async reverse({ latitude, longitude }) {
      const query = { lat: String(latitude), lon: String(longitude) };
      return ReverseAnswer.parse(await ask('/reverse', query)).display_name;
    },
  };
}
