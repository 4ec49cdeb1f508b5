import { villageAtJunction, villageShape, waterAt, type Village } from './land';
import { hash } from './noise';
import type { Line } from './strokes';

/** A net of roads: junctions on a shaken grid, joined by curves to their right and lower neighbours. */
export interface Net {
  readonly spacing: number;
  readonly salt: number;
  /** Share of the possible connections that exist. */
  readonly density: number;
}

const NETS = {
  highway: { spacing: 17_000, salt: 201, density: 0.82 },
  main: { spacing: 3_300, salt: 223, density: 0.86 },
  lane: { spacing: 880, salt: 247, density: 0.66 },
  street: { spacing: 135, salt: 263, density: 0.86 },
} as const satisfies Record<string, Net>;
export type NetName = keyof typeof NETS;

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const CURVE_STEPS = 10;
/** Finer shores than this do not decide where a road can go. */
const SHORE_DETAIL = 300;
const CACHED_ROADS = 100_000;
const cache = new Map<string, Line | undefined>();

/** The roads of one net that may touch a box. */
export function roadsIn(name: NetName, box: Box): Line[] {
  const { spacing } = NETS[name];
  const roads: Line[] = [];
  const lastColumn = Math.floor(box.right / spacing) + 1;
  const lastRow = Math.floor(box.bottom / spacing) + 1;
  for (let row = Math.floor(box.top / spacing) - 2; row <= lastRow; row += 1)
    for (let column = Math.floor(box.left / spacing) - 2; column <= lastColumn; column += 1)
      for (const direction of [0, 1] as const) {
        const road = cachedRoad(name, column, row, direction);
        if (road) roads.push(road);
      }
  return roads;
}

/** The villages that may touch a box. */
export function villagesIn(box: Box): Village[] {
  const { spacing } = NETS.main;
  const villages: Village[] = [];
  const lastColumn = Math.floor(box.right / spacing) + 1;
  const lastRow = Math.floor(box.bottom / spacing) + 1;
  for (let row = Math.floor(box.top / spacing) - 1; row <= lastRow; row += 1)
    for (let column = Math.floor(box.left / spacing) - 1; column <= lastColumn; column += 1) {
      const [x, y] = junction(NETS.main, column, row);
      const village = villageAtJunction(column, row, x, y);
      if (village && waterAt(x, y, SHORE_DETAIL) < 0) villages.push(village);
    }
  return villages;
}

function cachedRoad(name: NetName, column: number, row: number, direction: 0 | 1): Line | undefined {
  const key = `${name}/${column}/${row}/${direction}`;
  if (cache.has(key)) return cache.get(key);
  if (cache.size > CACHED_ROADS) cache.clear();
  const road = makeRoad(name, column, row, direction);
  cache.set(key, road);
  return road;
}

function makeRoad(name: NetName, column: number, row: number, direction: 0 | 1): Line | undefined {
  const net = NETS[name];
  if (hash(column * 2 + direction, row, net.salt + 1) > net.density) return undefined;
  const from = junction(net, column, row);
  const to = junction(net, column + 1 - direction, row + direction);
  if (name === 'street' && !(isInVillage(from) && isInVillage(to))) return undefined;
  const road = curve(
    from,
    to,
    heading(net, column, row, direction),
    heading(net, column + 1 - direction, row + direction, direction),
  );
  return crossesWater(road) ? undefined : road;
}

function junction({ spacing, salt }: Net, column: number, row: number): readonly [number, number] {
  return [
    (column + 0.5 + 0.62 * (hash(column, row, salt + 2) - 0.5)) * spacing,
    (row + 0.5 + 0.62 * (hash(column, row, salt + 3) - 0.5)) * spacing,
  ];
}

/** The way a road leaves a junction: the two roads through it cross at a right angle and run on smoothly. */
function heading({ salt }: Net, column: number, row: number, direction: 0 | 1): readonly [number, number] {
  const angle = (hash(column, row, salt + 4) - 0.5) * 1.3 + (direction * Math.PI) / 2;
  return [Math.cos(angle), Math.sin(angle)];
}

/** A cubic curve between two places with the given headings. */
function curve(
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  [ux, uy]: readonly [number, number],
  [vx, vy]: readonly [number, number],
): Line {
  const pull = Math.hypot(x2 - x1, y2 - y1);
  const line: number[] = [];
  for (let step = 0; step <= CURVE_STEPS; step += 1) {
    const t = step / CURVE_STEPS;
    const start = 1 + t * t * (2 * t - 3);
    const startPull = t * (1 - t) ** 2 * pull;
    const endPull = t * t * (t - 1) * pull;
    line.push(
      start * x1 + (1 - start) * x2 + startPull * ux + endPull * vx,
      start * y1 + (1 - start) * y2 + startPull * uy + endPull * vy,
    );
  }
  return line;
}

function crossesWater(line: Line): boolean {
  for (let at = 0; at < line.length; at += 4)
    if (waterAt(line[at] ?? 0, line[at + 1] ?? 0, SHORE_DETAIL) > -0.02) return true;
  return false;
}

function isInVillage([x, y]: readonly [number, number]): boolean {
  const place = { left: x, top: y, right: x, bottom: y };
  return villagesIn(place).some((village) => villageShape(village, x, y) > 0);
}
