/** A day of the demo's family, for pictures: Luka at school, Mia on the road, Nina at the lake, her grandparents at their house. */
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { routes } from '#contract/routes';
import { type SimulatedFix, simulatedRequests } from '../support/phoneSimulator';
import { loadTrack, type Track } from '../support/tracks';
import { type DemoFamily, VIEWER_PLACE, type Walker } from './family';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** What the clock shows in the pictures. */
const HOUR_IN_PICTURES = 14;
/** The phones at rest send every ten minutes. */
const REST_MS = 10 * MINUTE_MS;

export const SCHOOL = { latitude: 45.27632, longitude: 13.71979 };
const LAKE = { latitude: 45.27905, longitude: 13.72311 };
const HOUSE = { latitude: 45.27388, longitude: 13.71312 };
const GARDEN = { latitude: 45.27402, longitude: 13.71331 };

/** The zone in which it is early afternoon now, as browsers name it: their sign is the opposite of the usual one. */
export function afternoonZone(now: Date): { name: string; offsetMs: number } {
  const hours = HOUR_IN_PICTURES - now.getUTCHours();
  return { name: `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`, offsetMs: hours * HOUR_MS };
}

/** Lets all members have joined and connected their phones three days ago, because nothing from before counts. */
export function joinDaysAgo(dataDir: string): void {
  const db = new BetterSqlite(join(dataDir, 'kinmap.sqlite'));
  db.prepare('UPDATE family_members SET joined_at = joined_at - ?').run(3 * DAY_MS);
  db.prepare('UPDATE phones SET created_at = created_at - ?').run(3 * DAY_MS);
  db.close();
}

/** Sends the fixes by the member's app, each as its own request, in the order of time. */
async function report({ member, app, key }: Walker, fixes: readonly SimulatedFix[]): Promise<void> {
  for (const { path, ...request } of simulatedRequests(app, key, fixes)) {
    const answer = await fetch(`${member.origin}${path}`, request);
    if (!answer.ok) throw new Error(`${app} got ${answer.status}`);
  }
}

/** At one place for so long, until now. */
function rest(
  place: { latitude: number; longitude: number },
  forMs: number,
  battery: number,
): SimulatedFix[] {
  const now = Date.now();
  const count = Math.floor(forMs / REST_MS);
  return Array.from({ length: count + 1 }, (_, index) => ({
    ...place,
    at: now - 5_000 - (count - index) * REST_MS,
    accuracy: 9,
    speed: 0,
    battery,
  }));
}

/** On the way along a part of the recorded drive, until now. @param fromMs in the track */
function drive(track: Track, fromMs: number, count: number, battery: number): SimulatedFix[] {
  const points = track.filter(({ offsetMs }) => offsetMs >= fromMs).slice(0, count);
  const end = points.at(-1)?.offsetMs ?? 0;
  return points.map(({ latitude, longitude, offsetMs }) => ({
    latitude,
    longitude,
    at: Date.now() - 2_000 - (end - offsetMs),
    accuracy: 6,
    speed: 11.9,
    battery,
  }));
}

/** Gives everyone a place on the map. */
export async function livePictureDay({ viewer, walkers }: DemoFamily): Promise<void> {
  const [luka, mia, ivo, nina, vera] = walkers;
  if (!luka || !mia || !ivo || !nina || !vera) throw new Error('Five members of the demo have phones');
  await report(luka, rest(SCHOOL, 6 * HOUR_MS, 0.64));
  await report(ivo, rest(HOUSE, 26 * HOUR_MS, 0.17));
  await report(vera, rest(GARDEN, 3 * HOUR_MS, 0.92));
  await report(nina, rest(LAKE, 50 * MINUTE_MS, 0.48));
  await report(mia, drive(loadTrack('car'), 60_000, 25, 0.81));
  await viewer.connect();
  await viewer.share({ ...VIEWER_PLACE, accuracy: 12 });
  viewer.close();
}

/** Stores the recorded hike as the viewer's history of yesterday, from 10:30 on. */
export async function walkYesterday({ viewer }: DemoFamily, offsetMs: number): Promise<void> {
  const midnight = Math.floor((Date.now() + offsetMs) / DAY_MS) * DAY_MS - offsetMs;
  const start = midnight - DAY_MS + 10.5 * HOUR_MS;
  const fixes = loadTrack('hike').map((point) => ({
    latitude: point.latitude,
    longitude: point.longitude,
    accuracy: 8,
    timestamp: new Date(start + point.offsetMs).toISOString(),
  }));
  for (let from = 0; from < fixes.length; from += 1_000)
    await viewer.call(routes.postLocations, { body: fixes.slice(from, from + 1_000) });
}
