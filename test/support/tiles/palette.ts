import type { Colour } from './picture';

/** Quiet colours after the habits of OpenStreetMap's own style, so that markers stand out. */
export const COLOURS = {
  wood: [191, 219, 176],
  village: [232, 228, 222],
  water: [170, 211, 229],
  building: [217, 208, 199],
  buildingEdge: [200, 188, 176],
  highway: [249, 214, 164],
  highwayCasing: [222, 165, 100],
  main: [252, 240, 187],
  highwayThin: [236, 178, 112],
  mainThin: [226, 209, 150],
  mainCasing: [205, 190, 140],
  lane: [255, 255, 255],
  laneCasing: [203, 199, 190],
  path: [214, 128, 106],
  pathHalo: [255, 255, 255],
} as const satisfies Record<string, Colour>;

/** What grows on a parcel of land; more frequent kinds are listed more than once. */
export const PARCEL_COLOURS = [
  [245, 243, 228],
  [239, 240, 220],
  [239, 240, 220],
  [232, 238, 210],
  [222, 235, 203],
  [222, 235, 203],
  [229, 238, 213],
  [247, 243, 226],
] as const satisfies readonly Colour[];

/** The colour of parcels at a zoom at which single ones cannot be seen. */
export const PARCEL_MEAN: Colour = [234, 239, 216];
