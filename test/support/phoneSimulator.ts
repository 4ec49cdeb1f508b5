import type { PhoneApp } from '#contract/phones';

/** A position of a simulated phone. Degrees, metres, metres per second, epoch milliseconds, battery from 0 to 1. */
export interface SimulatedFix {
  readonly latitude: number;
  readonly longitude: number;
  readonly at: number;
  readonly accuracy: number;
  readonly speed: number;
  readonly battery: number;
}

/** A request as the app makes it. */
export interface SimulatedRequest {
  readonly method: 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const KMH = 3.6;
const KNOTS = 3_600 / 1_852;
const JSON_TYPE = { 'content-type': 'application/json' };
const iso = (at: number): string => new Date(at).toISOString();
const seconds = (at: number): number => Math.floor(at / 1_000);
const percent = (part: number): number => Math.round(part * 100);
const basic = (key: string): string => `Basic ${Buffer.from(`kinmap:${key}`).toString('base64')}`;

const feature = ({ latitude, longitude, at, accuracy, speed, battery }: SimulatedFix): object => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
  properties: {
    timestamp: iso(at),
    horizontal_accuracy: accuracy,
    speed,
    course: -1,
    battery_level: battery,
    battery_state: 'unplugged',
    motion: [],
    wifi: '',
  },
});

const single =
  (write: (key: string, fix: SimulatedFix) => Omit<SimulatedRequest, 'method'>) =>
  (key: string, fixes: readonly SimulatedFix[]): SimulatedRequest[] =>
    fixes.map((fix) => ({ method: 'POST', ...write(key, fix) }));

/** How each app sends its queue: Overland many positions at once, the others one after the other. */
const WRITERS: Readonly<
  Record<PhoneApp, (key: string, fixes: readonly SimulatedFix[]) => SimulatedRequest[]>
> = {
  owntracks: single((key, fix) => ({
    path: '/phone/owntracks',
    headers: { ...JSON_TYPE, authorization: basic(key) },
    body: JSON.stringify({
      _type: 'location',
      tid: 'ph',
      lat: fix.latitude,
      lon: fix.longitude,
      acc: Math.round(fix.accuracy),
      vel: Math.round(fix.speed * KMH),
      batt: percent(fix.battery),
      bs: 1,
      conn: 'm',
      tst: seconds(fix.at),
    }),
  })),
  overland: (key, fixes) => [
    {
      method: 'POST',
      path: '/phone/overland',
      headers: { ...JSON_TYPE, authorization: `Bearer ${key}` },
      body: JSON.stringify({ locations: fixes.map(feature) }),
    },
  ],
  osmand: single((key, fix) => ({
    path: '/phone/osmand',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      id: key,
      lat: String(fix.latitude),
      lon: String(fix.longitude),
      timestamp: String(fix.at),
      accuracy: String(fix.accuracy),
      speed: String(fix.speed * KNOTS),
      batt: String(percent(fix.battery)),
      charge: 'false',
    }).toString(),
  })),
  gpslogger: single((key, fix) => ({
    path: '/phone/gpslogger',
    headers: { authorization: `Bearer ${key}` },
    body: `lat=${fix.latitude}&lon=${fix.longitude}&time=${iso(fix.at)}&acc=${fix.accuracy}&alt=0.0&spd=${fix.speed}&dir=0.0&batt=${percent(fix.battery)}&ischarging=false`,
  })),
  colota: single((key, fix) => ({
    path: '/phone/colota',
    headers: { ...JSON_TYPE, authorization: `Bearer ${key}` },
    body: JSON.stringify({
      lat: fix.latitude,
      lon: fix.longitude,
      acc: Math.round(fix.accuracy),
      vel: fix.speed,
      batt: percent(fix.battery),
      bs: 1,
      tst: seconds(fix.at),
    }),
  })),
};

/** The requests with which an app empties its queue. */
export const simulatedRequests = (
  app: PhoneApp,
  key: string,
  fixes: readonly SimulatedFix[],
): SimulatedRequest[] => WRITERS[app](key, fixes);
