/** Repeatable randomness: the same place gives the same number in every tile, process and year. */

const LAYER_TURNS = 5;
/** Cosine and sine of each layer's turn. */
const TURNS = Float64Array.from({ length: LAYER_TURNS * 2 }, (_, at) => {
  const angle = 0.6 + Math.floor(at / 2) * 1.1;
  return at % 2 === 0 ? Math.cos(angle) : Math.sin(angle);
});

/** A number in [0, 1) for a lattice point; `salt` keeps uses apart. */
export function hash(x: number, y: number, salt: number): number {
  let h = Math.imul(x | 0, 0x27d4eb2d) ^ Math.imul(y | 0, 0x165667b1) ^ Math.imul(salt | 0, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 0x1_0000_0000;
}

/** Smooth value noise in [-1, 1] with features about one unit wide. */
function valueNoise(x: number, y: number, salt: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const u = fade(x - left);
  const v = fade(y - top);
  const upper = mix(hash(left, top, salt), hash(left + 1, top, salt), u);
  const lower = mix(hash(left, top + 1, salt), hash(left + 1, top + 1, salt), u);
  return mix(upper, lower, v) * 2 - 1;
}

/**
 * Noise of several sizes on top of each other.
 * @param longest wavelength of the largest features in metres
 * @param shortest features below this many metres are left out: they would only flicker
 */
export function layeredNoise(x: number, y: number, salt: number, longest: number, shortest: number): number {
  let sum = 0;
  let weight = 1;
  let layer = 0;
  for (let wavelength = longest; wavelength >= shortest || layer === 0; wavelength /= 2) {
    // Each layer is turned, so that the lattices of the layers do not line up into a visible grid.
    const cosine = TURNS[(layer % LAYER_TURNS) * 2] ?? 1;
    const sine = TURNS[(layer % LAYER_TURNS) * 2 + 1] ?? 0;
    const u = (x * cosine - y * sine) / wavelength;
    const v = (x * sine + y * cosine) / wavelength;
    sum += weight * valueNoise(u, v, salt + layer);
    weight *= 0.5;
    layer += 1;
  }
  return sum;
}

export function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}

function fade(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10);
}
