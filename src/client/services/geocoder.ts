import * as z from 'zod/mini';

/** A result of an address search. Degrees WGS 84. */
export interface FoundPlace {
  name: string;
  latitude: number;
  longitude: number;
}

/** Address lookup. The public service allows one request per second and no search while typing. */
export interface Geocoder {
  /** Rejects when the service is unreachable or its answer is malformed. */
  search(text: string): Promise<FoundPlace[]>;
  /** The address of a position. Rejects as `search` does, and when there is none. */
  reverse(place: { latitude: number; longitude: number }): Promise<string>;
}

const TIMEOUT_MS = 10_000;
const MAX_RESULTS = 5;

/** Nominatim sends coordinates as strings, some compatible services as numbers. */
const Degrees = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((degrees) => Number(degrees)),
);
const ReverseAnswer = z.object({ display_name: z.string().check(z.minLength(1)) });
const Answer = z.array(z.object({ display_name: z.string(), lat: Degrees, lon: Degrees }));

/** @param baseUrl of a service with Nominatim's API */
export function createGeocoder(baseUrl: string): Geocoder {
  const request = async (path: string, query: Record<string, string>): Promise<unknown> => {
    const parameters = new URLSearchParams({ format: 'json', ...query }).toString();
    const response = await fetch(`${baseUrl.replace(/\/+$/u, '')}${path}?${parameters}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`Status ${response.status}`);
    return response.json();
  };
  return {
    async search(text) {
      return Answer.parse(await request('/search', { q: text, limit: String(MAX_RESULTS) }))
        .filter(({ lat, lon }) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180)
        .map(({ display_name: name, lat, lon }) => ({ name, latitude: lat, longitude: lon }));
    },
    async reverse({ latitude, longitude }) {
      const query = { lat: String(latitude), lon: String(longitude) };
      return ReverseAnswer.parse(await request('/reverse', query)).display_name;
    },
  };
}
