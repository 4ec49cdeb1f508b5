import { areaCoverage, lineCoverage, pixelValues, sample, SHORTEST_FEATURE_PX } from './fields';
import { lightAt, riverAt, villageShape, waterAt, woodAt } from './land';
import { COLOURS } from './palette';
import { paintParcels } from './parcels';
import { metresPerPixel, newPicture, paint, TILE_SIZE, type Picture, type Region } from './picture';
import { drawRoads } from './drawRoads';
import { drawTracks } from './drawTracks';
import { villagesIn, type Box } from './roads';
import { encodePng } from './png';

/** At more metres a pixel villages are too small to draw. */
const VILLAGES_BELOW_M = 90;
const RIVER_WIDTH_M = 26;

/** The box around a region in metres, with a margin for the width of lines. */
function boxOf({ zoom, left, top, width, height }: Region): Box {
  const scale = metresPerPixel(zoom);
  const margin = 12 * scale;
  return {
    left: left * scale - margin,
    top: top * scale - margin,
    right: (left + width) * scale + margin,
    bottom: (top + height) * scale + margin,
  };
}

/** Makes slopes that face the light a little brighter and the others a little darker. */
function shadeHills(picture: Picture, region: Region, shortest: number): void {
  const light = pixelValues(
    region,
    sample(region, (x, y) => lightAt(x, y, shortest)),
  );
  for (let pixel = 0; pixel < light.length; pixel += 1) {
    const factor = 1 + 0.045 * Math.max(-1, Math.min(1, light[pixel] ?? 0));
    for (let byte = pixel * 3; byte < pixel * 3 + 3; byte += 1)
      picture.rgb[byte] = (picture.rgb[byte] ?? 0) * factor;
  }
}

function drawVillages(picture: Picture, region: Region, box: Box): void {
  const villages = villagesIn(box);
  if (villages.length === 0) return;
  const field = sample(region, (x, y) =>
    villages.reduce((most, village) => Math.max(most, villageShape(village, x, y)), -1),
  );
  paint(picture, areaCoverage(region, field), COLOURS.village);
}

function drawWater(picture: Picture, region: Region, shortest: number): void {
  const scale = metresPerPixel(region.zoom);
  const river = sample(region, (x, y) => riverAt(x, y, shortest));
  const halfWidth = Math.max(0.5, RIVER_WIDTH_M / scale / 2);
  // At low zoom there are many thin rivers, so they fade.
  const opacity = Math.min(1, 60 / scale);
  if (opacity > 0.1) paint(picture, lineCoverage(region, river, halfWidth), COLOURS.water, opacity);
  const water = sample(region, (x, y) => waterAt(x, y, shortest));
  paint(picture, areaCoverage(region, water), COLOURS.water);
}

/** Draws a part of the world. Adjacent parts match at their borders. */
function renderRegion(region: Region): Picture {
  const picture = newPicture(region.width, region.height);
  const scale = metresPerPixel(region.zoom);
  const shortest = SHORTEST_FEATURE_PX * scale;
  const box = boxOf(region);
  paintParcels(picture, region, shortest);
  const wood = sample(region, (x, y) => woodAt(x, y, shortest));
  paint(picture, areaCoverage(region, wood), COLOURS.wood);
  if (scale < VILLAGES_BELOW_M) drawVillages(picture, region, box);
  shadeHills(picture, region, shortest);
  drawWater(picture, region, shortest);
  drawRoads(picture, region, box);
  drawTracks(picture, region, box);
  return picture;
}

/** One map tile as a PNG file. */
export function renderTile(zoom: number, column: number, row: number): Buffer {
  const region = {
    zoom,
    left: column * TILE_SIZE,
    top: row * TILE_SIZE,
    width: TILE_SIZE,
    height: TILE_SIZE,
  };
  return encodePng(renderRegion(region));
}
