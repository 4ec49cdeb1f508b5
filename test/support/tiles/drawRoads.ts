import { hash } from './noise';
import { COLOURS } from './palette';
import { metresPerPixel, paint, type Colour, type Picture, type Region } from './picture';
import { roadsIn, type Box, type NetName } from './roads';
import { Layer, type Line } from './strokes';

interface Style {
  /** Width on the ground; drawn no thinner than `leastPx`. */
  readonly widthM: number;
  readonly leastPx: number;
  /** Drawn only when a pixel is at most this many metres. */
  readonly upToScale: number;
  /** A casing is drawn from this width in pixels on. */
  readonly casingFromPx: number;
  readonly colour: Colour;
  readonly casing: Colour;
  /** Without a casing a road needs more contrast than its filling has. */
  readonly thinColour: Colour;
}

/** From the least important road to the most important one, which is drawn on top. */
const STYLES: readonly (readonly [NetName, Style])[] = [
  ['street', style(15, 1.1, 13, COLOURS.lane, COLOURS.laneCasing, COLOURS.lane)],
  ['lane', style(24, 1.1, 24, COLOURS.lane, COLOURS.laneCasing, COLOURS.lane)],
  ['main', style(38, 1.7, 100, COLOURS.main, COLOURS.mainCasing, COLOURS.mainThin)],
  ['highway', style(48, 1.5, 700, COLOURS.highway, COLOURS.highwayCasing, COLOURS.highwayThin)],
];

const BUILDINGS_UP_TO_SCALE = 5;
const PLOT_LENGTH = 34;

function style(
  widthM: number,
  leastPx: number,
  upToScale: number,
  colour: Colour,
  casing: Colour,
  thinColour: Colour,
): Style {
  return { widthM, leastPx, upToScale, casingFromPx: 2.2, colour, casing, thinColour };
}

/** Width in pixels on the map. Wide roads grow slower than the map when one zooms in, as on printed maps. */
function widthOf({ widthM, leastPx }: Style, scale: number): number {
  return Math.max(leastPx, Math.min(widthM / scale, 5 + (0.35 * widthM) / scale));
}

/** Draws the roads: all casings first, so that roads of every kind open into each other. */
export function drawRoads(picture: Picture, region: Region, box: Box): void {
  const scale = metresPerPixel(region.zoom);
  const shown = STYLES.filter(([, { upToScale }]) => scale <= upToScale).map(([name, look]) => ({
    look,
    roads: roadsIn(name, box),
    width: widthOf(look, scale),
  }));
  if (scale <= BUILDINGS_UP_TO_SCALE) drawBuildings(picture, region, roadsIn('street', box));
  for (const { look, roads, width } of shown)
    if (width >= look.casingFromPx) drawLines(picture, region, roads, width + 1.6, look.casing);
  for (const { look, roads, width } of shown)
    drawLines(picture, region, roads, width, width < look.casingFromPx ? look.thinColour : look.colour);
}

export function drawLines(
  picture: Picture,
  region: Region,
  lines: readonly Line[],
  width: number,
  colour: Colour,
): void {
  if (lines.length === 0) return;
  const layer = new Layer(region);
  for (const line of lines) layer.stroke(line, width);
  paint(picture, layer.coverage, colour);
}

/** Houses on both sides of the streets. */
function drawBuildings(picture: Picture, region: Region, streets: readonly Line[]): void {
  if (streets.length === 0) return;
  const edges = new Layer(region);
  const walls = new Layer(region);
  const rim = 0.7 * metresPerPixel(region.zoom);
  for (const street of streets)
    eachPlot(street, (centre, direction, halfLength, halfWidth) => {
      edges.box(centre, direction, halfLength, halfWidth);
      walls.box(centre, direction, halfLength - rim, halfWidth - rim);
    });
  paint(picture, edges.coverage, COLOURS.buildingEdge);
  paint(picture, walls.coverage, COLOURS.building);
}

type Plot = (
  centre: readonly [number, number],
  direction: readonly [number, number],
  halfLength: number,
  halfWidth: number,
) => void;

/** Calls back for each house along a street. */
function eachPlot(street: Line, visit: Plot): void {
  const x1 = street[0] ?? 0;
  const y1 = street[1] ?? 0;
  const dx = (street.at(-2) ?? 0) - x1;
  const dy = (street.at(-1) ?? 0) - y1;
  const length = Math.hypot(dx, dy);
  const direction = [dx / length, dy / length] as const;
  for (let along = PLOT_LENGTH; along < length - PLOT_LENGTH * 0.7; along += PLOT_LENGTH)
    for (const side of [-1, 1]) {
      const chance = hash(Math.round(x1 + along), Math.round(y1) + side, 401);
      if (chance > 0.82) continue;
      // The streets bend, so the houses stand along the curve's own points, not along its chord.
      const at = Math.round((along / length) * (street.length / 2 - 1)) * 2;
      const away = (21 + 7 * chance) * side;
      const centre = [
        (street[at] ?? 0) - direction[1] * away,
        (street[at + 1] ?? 0) + direction[0] * away,
      ] as const;
      visit(centre, direction, 8 + 8 * chance, 7 + 5 * hash(Math.round(x1), Math.round(y1 + along), 402));
    }
}
