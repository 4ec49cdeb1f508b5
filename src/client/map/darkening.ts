/** Factors of red, green and blue, and what is added to them. Colors are from 0 to 1. */
export type Mixture = readonly [red: number, green: number, blue: number, base: number];
type Mixtures = readonly [Mixture, Mixture, Mixture];

interface Branch {
  /** How much of each of three traits a color of a light tile has, kept from 0 to 1. */
  readonly traits: Mixtures;
  /** The red, green and blue that these traits make. */
  readonly colors: Mixtures;
}

/**
 * How light tiles are darkened: a dark color is the sum of what both branches make. On light tiles roads are lighter than
 * land and names are darker, so no inversion keeps both legible: it draws roads darker than land. Each trait
 * therefore has a color of its own. The numbers suit the colors of OpenStreetMap; the map and tiles in images share them.
 */
export const DARKENING: readonly [Branch, Branch] = [
  {
    // Water is blue, woods are green, and buildings have more shade than land. Woods are hardly lighter than land: a thin
    // road through them has a color between white and green, which is that of land.
    traits: [
      [-4, -1, 5, -0.05],
      [-3, 6, -3, -0.12],
      [-0.3, -0.5, -0.2, 0.94],
    ],
    // Without a trait: land, as `--color-land`.
    colors: [
      [-0.05, -0.02, 0.15, 0.096],
      [0, 0.018, 0.15, 0.117],
      [0.06, -0.03, 0.15, 0.154],
    ],
  },
  {
    // Most roads are whiter than land, larger ones are yellow or red; names and borders are dark.
    traits: [
      [3, 2.25, 6.75, -11.04],
      [8, 0, -8, -0.8],
      [-0.9, -1.5, -0.6, 2.1],
    ],
    colors: [
      [0.16, 0.18, 0.53, 0],
      [0.165, 0.14, 0.55, 0],
      [0.175, 0.08, 0.56, 0],
    ],
  },
];
