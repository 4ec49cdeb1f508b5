import { DARKENING, type Mixture } from '#client/map/darkening';

type Color = readonly [number, number, number];

const colorOf = (hex: string): Color => [channel(hex, 1), channel(hex, 3), channel(hex, 5)];
const channel = (hex: string, start: number) => Number.parseInt(hex.slice(start, start + 2), 16) / 255;
const mixed = (mixtures: readonly Mixture[], [red, green, blue]: readonly number[]) =>
  mixtures.map(([ofRed, ofGreen, ofBlue, base]) => {
    const sum = ofRed * (red ?? 0) + ofGreen * (green ?? 0) + ofBlue * (blue ?? 0) + base;
    return Math.min(1, Math.max(0, sum));
  });

/** The color of a light tile as the dark map shows it. */
function darkened(light: string): Color {
  const parts = DARKENING.map(({ traits, colors }) => mixed(colors, mixed(traits, colorOf(light))));
  const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((index) =>
    parts.reduce((sum, part) => sum + (part[index] ?? 0), 0),
  );
  return [red, green, blue];
}

const linear = (value: number) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const luminance = ([red, green, blue]: Color) =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** As WCAG has it, with the sign of what is lighter: above 1 where the first is. */
const contrast = (one: Color, other: Color) => (luminance(one) + 0.05) / (luminance(other) + 0.05);

const LANDS = {
  land: '#f2efe9',
  'a housing area': '#e0dfdf',
  farmland: '#eef0d5',
  grass: '#cdebb0',
  'a wood': '#add19e',
  water: '#aad3df',
  'a test parcel': '#f7f3e2',
  'a test village': '#e8e4de',
};
const ROADS = {
  'a street': '#ffffff',
  'a secondary road': '#f7fabf',
  'a primary road': '#fcd6a4',
  'a trunk road': '#f9b29c',
  'a motorway': '#e892a2',
  'a test road': '#fcf0bb',
};
const pairs = Object.entries(ROADS).flatMap(([road, light]) =>
  Object.entries(LANDS).map(([land, ground]) => [road, land, light, ground] as const),
);

test('given land, then it is as dark as the background of the map', () => {
  const [red, green, blue] = darkened(LANDS.land).map((part) => Math.round(part * 255));
  expect([red, green, blue]).toEqual([28, 33, 43]);
});

test.each(pairs)('given %s on %s, then the road is clearly lighter', (_road, _land, road, land) => {
  expect(contrast(darkened(road), darkened(land))).toBeGreaterThan(1.35);
});

test('given a thin road through a wood, whose edges are a mixture, then it is not darker than the wood', () => {
  const [white, wood] = [colorOf(ROADS['a street']), colorOf(LANDS['a wood'])];
  for (const share of [0.3, 0.5, 0.7, 0.8]) {
    const mixture = white.map((part, index) => part * share + (wood[index] ?? 0) * (1 - share));
    const hex = mixture.map((part) => Math.round(part * 255).toString(16)).join('');
    expect(contrast(darkened(`#${hex}`), darkened(LANDS['a wood']))).toBeGreaterThan(0.9);
  }
});

test.each(['#aad3df', '#aad3e5'])('given water of %s, then it is darker than roads, and blue', (water) => {
  const [red, green, blue] = darkened(water);
  const [landRed, , landBlue] = darkened(LANDS.land);
  expect(blue - red).toBeGreaterThan(landBlue - landRed + 0.08);
  expect(blue).toBeGreaterThan(green);
});

test.each(Object.keys(LANDS) as (keyof typeof LANDS)[])('given a name on %s, then it is legible', (land) => {
  for (const text of ['#000000', '#222222', '#555555'])
    expect(contrast(darkened(text), darkened(LANDS[land]))).toBeGreaterThan(4.5);
});

test('given the name of water, then it stands out from the water', () => {
  expect(contrast(darkened('#4d80b3'), darkened(LANDS.water))).toBeGreaterThan(2.5);
});
