import { listenOnLoopback } from './loopback';

/** A place as Nominatim answers it: coordinates are texts there. */
export interface GeocodedPlace {
  readonly display_name: string;
  readonly lat: string;
  readonly lon: string;
}

export interface GeocoderStub {
  /** Address as GEOCODER_URL takes it. */
  readonly geocoderUrl: string;
  /** Path and query of every request so far. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** The places that a search can find; Nominatim's own order is by importance as well. */
const KNOWN_PLACES: readonly GeocodedPlace[] = [
  { display_name: 'Višnjan, Istria, Croatia', lat: '45.2767', lon: '13.7170' },
  { display_name: 'Zbevnica, Buzet, Istria, Croatia', lat: '45.4565', lon: '14.0130' },
  { display_name: 'Cerkniško jezero, Cerknica, Slovenia', lat: '45.7690', lon: '14.3595' },
];

function answerTo(url: URL): unknown {
  const { pathname, searchParams } = url;
  if (searchParams.get('format') !== 'json') return undefined;
  const lat = searchParams.get('lat');
  const lon = searchParams.get('lon');
  if (pathname === '/reverse' && lat && lon)
    return { display_name: `Lane ${Number(lat).toFixed(3)} ${Number(lon).toFixed(3)}, Istria`, lat, lon };
  const wanted = searchParams.get('q')?.toLowerCase();
  if (pathname === '/search' && wanted)
    return KNOWN_PLACES.filter(({ display_name: name }) => name.toLowerCase().includes(wanted)).slice(
      0,
      Number(searchParams.get('limit') ?? 10),
    );
  return undefined;
}

/** Starts a geocoder on the loopback address that answers /reverse and /search in Nominatim's JSON form. */
export async function startGeocoderStub(): Promise<GeocoderStub> {
  const requests: string[] = [];
  const { origin, close } = await listenOnLoopback((request, response) => {
    requests.push(request.url ?? '/');
    const answer = answerTo(new URL(request.url ?? '/', 'http://geocoder'));
    response.writeHead(answer === undefined ? 400 : 200, {
      'access-control-allow-origin': '*',
      'content-type': 'application/json; charset=utf-8',
    });
    response.end(JSON.stringify(answer ?? { error: 'Nothing to look for' }));
  });
  return { geocoderUrl: origin, requests, close };
}
