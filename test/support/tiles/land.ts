import { project } from './picture';
import { hash, layeredNoise } from './noise';
import { loadTrack, TRACK_NAMES } from '../tracks';

/** What lies where in the invented country: water, rivers, woods, hills and villages. Distances in metres. */

const SALT = {
  sea: 11,
  lake: 73,
  river: 57,
  wood: 1325,
  relief: 91,
  village: 240,
  villageShape: 131,
} as const;

/** Where the recorded tracks run there is land: people walked there. */
const DRY_PLACES = TRACK_NAMES.map((name) => {
  const track = loadTrack(name);
  const middle = track[Math.floor(track.length / 2)];
  return project(middle?.latitude ?? 0, middle?.longitude ?? 0);
});
const DRY_RADIUS = 60_000;

/** Above zero in seas and lakes. `shortest` is the smallest detail of the shores. */
export function waterAt(x: number, y: number, shortest: number): number {
  let sea = layeredNoise(x, y, SALT.sea, 1_500_000, Math.max(shortest, 150)) - 0.25;
  for (const [placeX, placeY] of DRY_PLACES) {
    const away = Math.hypot(x - placeX, y - placeY) / DRY_RADIUS;
    if (away < 3) sea -= 1.5 * Math.exp(-away * away);
  }
  const lake = layeredNoise(x, y, SALT.lake, 9_000, Math.max(shortest, 150)) - 1.02;
  return Math.max(sea, lake);
}

/** Zero in the middle of a river. */
export function riverAt(x: number, y: number, shortest: number): number {
  return layeredNoise(x, y, SALT.river, 16_000, Math.max(shortest, 900));
}

/** Above zero in woods. */
export function woodAt(x: number, y: number, shortest: number): number {
  return layeredNoise(x, y, SALT.wood, 5_200, Math.max(shortest, 90)) - 0.22;
}

/** How bright the slope is in the light from the north-west, about -1 to 1. */
export function lightAt(x: number, y: number, shortest: number): number {
  const reach = Math.max(70, shortest / 2);
  const behind = layeredNoise(x - reach, y - reach, SALT.relief, 4_800, Math.max(shortest, 280));
  const ahead = layeredNoise(x + reach, y + reach, SALT.relief, 4_800, Math.max(shortest, 280));
  return (ahead - behind) * (900 / reach) * 0.16;
}

export interface Village {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** The village at a junction of the larger roads, if there is one. */
export function villageAtJunction(column: number, row: number, x: number, y: number): Village | undefined {
  if (hash(column, row, SALT.village) > 0.5) return undefined;
  return { x, y, radius: 330 + 420 * hash(row, column, SALT.village + 1) ** 2 };
}

/** Above zero inside the village's ragged outline. */
export function villageShape({ x: villageX, y: villageY, radius }: Village, x: number, y: number): number {
  const away = Math.hypot(x - villageX, y - villageY) / radius;
  if (away > 1.6) return -1;
  return 0.9 - away + 0.3 * layeredNoise(x, y, SALT.villageShape, 320, 150);
}
