import type { CustomLayerInterface, Map as MapboxMap } from 'mapbox-gl';
import type { LatLng } from './geometry';
import { ease } from './glide';

/** Somebody of a crowd: a dot, without picture or name. */
export interface CrowdMember extends LatLng {
  id: string;
  /** '#rrggbb'. */
  color: string;
}

/** Five numbers (from x, y, to x, y, start) and a colour for each. */
const STRIDE = 24;
const NUMBERS = STRIDE / 4;
const RADIUS_PX = 7;

const VERTEX = `
uniform mat4 matrix; uniform float now; uniform float glide; uniform float size;
attribute vec2 before; attribute vec2 after; attribute float start; attribute vec4 color;
varying vec3 fill; varying float across;
void main() {
  float way = glide <= 0.0 ? 1.0 : smoothstep(0.0, 1.0, (now - start) / glide);
  gl_Position = matrix * vec4(mix(before, after, way), 0.0, 1.0);
  gl_PointSize = size;
  across = size;
  fill = color.rgb;
}`;

/** A disc with a white ring, its edges a pixel soft; colours are multiplied with their opacity, as the map draws. */
const FRAGMENT = `
precision mediump float;
varying vec3 fill; varying float across;
void main() {
  float far = distance(gl_PointCoord, vec2(0.5)) * across;
  float outer = across * 0.5;
  float seen = 1.0 - smoothstep(outer - 1.0, outer, far);
  vec3 shade = mix(fill, vec3(1.0), smoothstep(outer * 0.68 - 0.5, outer * 0.68 + 0.5, far));
  gl_FragColor = vec4(shade * seen, seen);
}`;

/** Web Mercator as mapbox-gl has it: 0 to 1 from west to east and from north to south. */
export function mercatorOf({ latitude, longitude }: LatLng): [number, number] {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return [(longitude + 180) / 360, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

/** The map's matrix for places that are told from an anchor: near it, the numbers of a graphics card are exact enough. */
export function matrixFrom(matrix: ArrayLike<number>, [x, y]: readonly [number, number]): number[] {
  const moved = Array.from(matrix);
  for (let row = 0; row < 4; row += 1)
    moved[12 + row] = (matrix[12 + row] ?? 0) + (matrix[row] ?? 0) * x + (matrix[4 + row] ?? 0) * y;
  return moved;
}

/** A crowd on its way: where each comes from and goes to, ready for the graphics card. */
export interface DotData {
  readonly data: ArrayBuffer;
  readonly count: number;
  /** When the last of them arrives. */
  readonly until: number;
  readonly anchor: readonly [number, number];
}

export const EMPTY_DOTS: DotData = { data: new ArrayBuffer(0), count: 0, until: 0, anchor: [0, 0] };

/** Keeps who goes where. Times are those of frames, in milliseconds. */
export function createDotLayerData(): {
  move: (members: readonly CrowdMember[], now: number, glide: number) => DotData;
} {
  let rowOf = new Map<string, number>();
  let dots = EMPTY_DOTS;

  /** Where somebody is drawn at this moment, from the anchor; null for who was not there. */
  function shownAt(id: string, now: number, glide: number): [number, number] | null {
    const row = rowOf.get(id);
    if (row === undefined) return null;
    const [x = 0, y = 0, toX = 0, toY = 0, start = 0] = new Float32Array(dots.data, row * STRIDE, 5);
    const way = glide <= 0 ? 1 : ease(Math.min(1, Math.max(0, (now - start) / glide)));
    return [x + (toX - x) * way, y + (toY - y) * way];
  }

  return {
    move(members, now, glide) {
      const anchor = dots.count > 0 ? dots.anchor : mercatorOf(members[0] ?? { latitude: 0, longitude: 0 });
      const data = new ArrayBuffer(members.length * STRIDE);
      const numbers = new Float32Array(data);
      const old = new Float32Array(dots.data);
      const rows = new Map<string, number>();
      let { until } = dots;
      for (const [row, member] of members.entries()) {
        rows.set(member.id, row);
        const [x, y] = mercatorOf(member);
        const [toX, toY] = [Math.fround(x - anchor[0]), Math.fround(y - anchor[1])];
        const before = rowOf.get(member.id);
        const at = row * NUMBERS;
        if (before !== undefined && old[before * NUMBERS + 2] === toX && old[before * NUMBERS + 3] === toY) {
          numbers.set(old.subarray(before * NUMBERS, before * NUMBERS + 5), at);
        } else {
          const shown = shownAt(member.id, now, glide);
          // The short way round the earth.
          const [fromX, fromY] = shown ? [shown[0] + Math.round(toX - shown[0]), shown[1]] : [toX, toY];
          numbers.set([fromX, fromY, toX, toY, shown ? now : now - glide], at);
          if (shown) until = now + glide;
        }
        new Uint8Array(data, at * 4 + 20, 4).set(bytesOf(member.color));
      }
      rowOf = rows;
      dots = { data, count: members.length, until, anchor };
      return dots;
    },
  };
}

function bytesOf(color: string): [number, number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255, 255];
}

/** A layer that draws a crowd; while somebody is on the way it asks for the next frame. */
export interface CrowdLayer extends CustomLayerInterface {
  show(dots: DotData, glide: number): void;
}

/** @param now the time of the frame that is being drawn */
export function createCrowdLayer(id: string, now: () => number): CrowdLayer {
  let map: MapboxMap | null = null;
  let context: Drawing | null = null;
  let shown = { dots: EMPTY_DOTS, glide: 0 };
  return {
    id,
    type: 'custom',
    show(dots, glide) {
      shown = { dots, glide };
      if (context) upload(context, dots);
      map?.triggerRepaint();
    },
    onAdd(onMap, gl) {
      map = onMap;
      context = drawingOn(gl);
      if (context) upload(context, shown.dots);
    },
    onRemove(_map, gl) {
      if (context) gl.deleteProgram(context.program);
      if (context) gl.deleteBuffer(context.buffer);
      context = null;
    },
    render(_gl, matrix) {
      if (!context || shown.dots.count === 0) return;
      const time = now();
      draw(context, shown, matrix, time);
      if (time < shown.dots.until) map?.triggerRepaint();
    },
  };
}

interface Drawing {
  gl: WebGLRenderingContext;
  program: WebGLProgram;
  buffer: WebGLBuffer;
}

/** @returns null where the graphics card does not take the program; the list beside the map says the same */
function drawingOn(gl: WebGLRenderingContext): Drawing | null {
  const program = gl.createProgram();
  for (const [type, text] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) return null;
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true) return null;
  return { gl, program, buffer: gl.createBuffer() };
}

function upload({ gl, buffer }: Drawing, { data }: DotData): void {
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
}

function draw(
  { gl, program, buffer }: Drawing,
  { dots, glide }: { dots: DotData; glide: number },
  matrix: ArrayLike<number>,
  time: number,
): void {
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  const attribute = (name: string, size: number, type: number, offset: number) => {
    const place = gl.getAttribLocation(program, name);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, size, type, type === gl.UNSIGNED_BYTE, STRIDE, offset);
  };
  attribute('before', 2, gl.FLOAT, 0);
  attribute('after', 2, gl.FLOAT, 8);
  attribute('start', 1, gl.FLOAT, 16);
  attribute('color', 4, gl.UNSIGNED_BYTE, 20);
  const uniform = (name: string) => gl.getUniformLocation(program, name);
  gl.uniformMatrix4fv(uniform('matrix'), false, matrixFrom(matrix, dots.anchor));
  gl.uniform1f(uniform('now'), time);
  gl.uniform1f(uniform('glide'), glide);
  gl.uniform1f(uniform('size'), RADIUS_PX * 2 * window.devicePixelRatio);
  gl.drawArrays(gl.POINTS, 0, dots.count);
}
