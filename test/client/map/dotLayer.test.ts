import { createDotLayerData, translateMatrix, toMercator, type DotData } from '#client/map/dotLayer';

const GLIDE = 900;
const at = (id: string, longitude: number, latitude = 45) => ({ id, latitude, longitude, color: '#0b7a8c' });

/** How the shader reads a member's row: from, to and since when. */
function rowOf({ data, anchor }: DotData, row: number) {
  const [x = 0, y = 0, toX = 0, toY = 0, start = 0] = new Float32Array(data, row * 24, 5);
  return { from: [x + anchor[0], y + anchor[1]], to: [toX + anchor[0], toY + anchor[1]], start };
}

it('given positions, then they are converted to Web Mercator', () => {
  expect(toMercator({ latitude: 0, longitude: 0 })).toEqual([0.5, 0.5]);
  const [x, y] = toMercator({ latitude: 85.0511287798, longitude: -180 });
  expect(x).toBe(0);
  expect(y).toBeCloseTo(0, 9);
});

it('given a matrix and an anchor, then positions relative to the anchor project to the same point', () => {
  const matrix = [3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 1, 0, 7, 11, 0, 1];
  const moved = translateMatrix(matrix, [0.25, 0.5]);
  const times = ([a = 0, , , , , b = 0, , , , , , , c = 0, d = 0]: number[], x: number, y: number) => [
    a * x + c,
    b * y + d,
  ];
  expect(times(moved, 0.1, 0.2)).toEqual(
    times(matrix, 0.35, 0.7).map((value) => expect.closeTo(value, 9) as number),
  );
});

it('given a new member, then it appears at once; given a move, then it starts where it is drawn', () => {
  const { move } = createDotLayerData();
  const first = move([at('ana', 13), at('ben', 14)], 0, GLIDE);
  expect(rowOf(first, 0).from).toEqual(rowOf(first, 0).to);
  expect(first.until).toBe(0);
  const second = move([at('ana', 13.1), at('ben', 14)], 1_000, GLIDE);
  expect(rowOf(second, 0)).toMatchObject({ from: rowOf(first, 0).to, start: 1_000 });
  expect(rowOf(second, 1)).toEqual(rowOf(first, 1));
  expect(second.until).toBe(1_900);
  const third = move([at('ana', 13)], 1_450, GLIDE);
  const [here = 0] = rowOf(third, 0).from;
  const [start = 0, goal = 0] = [rowOf(second, 0).from[0], rowOf(second, 0).to[0]];
  expect(here).toBeCloseTo((start + goal) / 2, 7);
});

it('given a duration of 0, then a move is a jump', () => {
  const { move } = createDotLayerData();
  move([at('ana', 13)], 0, 0);
  const moved = move([at('ana', 14)], 10, 0);
  expect(moved.until).toBe(10);
});

it('given a move across the antimeridian, then it takes the shorter way', () => {
  const { move } = createDotLayerData();
  move([at('ana', 179.9)], 0, GLIDE);
  const moved = rowOf(move([at('ana', -179.9)], 10, GLIDE), 0);
  expect(Math.abs((moved.from[0] ?? 0) - (moved.to[0] ?? 0))).toBeLessThan(0.01);
});
