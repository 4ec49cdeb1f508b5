import type { CustomLayerInterface, Map as MapboxMap } from 'mapbox-gl';
import type { LatLng } from './geometry';
import { ease } from './animation';
import { createShaderProgram } from './shaderProgram';

/** A member that is drawn as a dot. */
export interface DotMember extends LatLng {
  id: string;
  /** '#rrggbb'. */
  color: string;
}

/** Bytes per vertex: five floats (from x, from y, to x, to y, start time) and a color. */
const STRIDE = 24;
const FLOATS = STRIDE / 4;
const RADIUS_PX = 7;

const VERTEX = `
uniform mat4 matrix; uniform float now; uniform float duration; uniform float size;
attribute vec2 origin; attribute vec2 target; attribute float start; attribute vec4 color;
varying vec3 fill; varying float diameter;
void main() {
  float progress = duration <= 0.0 ? 1.0 : smoothstep(0.0, 1.0, (now - start) / duration);
  gl_Position = matrix * vec4(mix(origin, target, progress), 0.0, 1.0);
  gl_PointSize = size;
  diameter = size;
  fill = color.rgb;
}`;

/** A disc with a white ring and antialiased edges; premultiplied alpha, as mapbox-gl expects. */
const FRAGMENT = `
precision mediump float;
varying vec3 fill; varying float diameter;
void main() {
  float radius = distance(gl_PointCoord, vec2(0.5)) * diameter;
  float outer = diameter * 0.5;
  float alpha = 1.0 - smoothstep(outer - 1.0, outer, radius);
  vec3 shade = mix(fill, vec3(1.0), smoothstep(outer * 0.68 - 0.5, outer * 0.68 + 0.5, radius));
  gl_FragColor = vec4(shade * alpha, alpha);
}`;

/** Web Mercator as in mapbox-gl: 0 to 1 from west to east and from north to south. */
export function toMercator({ latitude, longitude }: LatLng): [number, number] {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return [(longitude + 180) / 360, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

/** Translates the map's matrix to an anchor: relative to it, the GPU's floats are precise enough. */
export function translateMatrix(matrix: ArrayLike<number>, [x, y]: readonly [number, number]): number[] {
  const moved = Array.from(matrix);
  for (let row = 0; row < 4; row += 1)
    moved[12 + row] = (matrix[12 + row] ?? 0) + (matrix[row] ?? 0) * x + (matrix[4 + row] ?? 0) * y;
  return moved;
}

/** The origin and target of every dot, as vertex data. */
export interface DotData {
  readonly data: ArrayBuffer;
  readonly count: number;
  /** When the last animation ends. */
  readonly until: number;
  readonly anchor: readonly [number, number];
}

const EMPTY_DOTS: DotData = { data: new ArrayBuffer(0), count: 0, until: 0, anchor: [0, 0] };

/** Builds the vertex data. Times are frame times, in milliseconds. */
export function createDotLayerData(): {
  move: (members: readonly DotMember[], now: number, duration: number) => DotData;
} {
  let rowOf = new Map<string, number>();
  let dots = EMPTY_DOTS;

  /** Where a member is drawn at this moment, relative to the anchor; null for a new member. */
  function currentPosition(id: string, now: number, duration: number): [number, number] | null {
    const row = rowOf.get(id);
    if (row === undefined) return null;
    const [x = 0, y = 0, toX = 0, toY = 0, start = 0] = new Float32Array(dots.data, row * STRIDE, 5);
    const progress = duration <= 0 ? 1 : ease(Math.min(1, Math.max(0, (now - start) / duration)));
    return [x + (toX - x) * progress, y + (toY - y) * progress];
  }

  return {
    move(members, now, duration) {
      const anchor = dots.count > 0 ? dots.anchor : toMercator(members[0] ?? { latitude: 0, longitude: 0 });
      const data = new ArrayBuffer(members.length * STRIDE);
      const numbers = new Float32Array(data);
      const old = new Float32Array(dots.data);
      const rows = new Map<string, number>();
      let { until } = dots;
      for (const [row, member] of members.entries()) {
        rows.set(member.id, row);
        const [x, y] = toMercator(member);
        const [toX, toY] = [Math.fround(x - anchor[0]), Math.fround(y - anchor[1])];
        const before = rowOf.get(member.id);
        const at = row * FLOATS;
        if (before !== undefined && old[before * FLOATS + 2] === toX && old[before * FLOATS + 3] === toY) {
          numbers.set(old.subarray(before * FLOATS, before * FLOATS + 5), at);
        } else {
          const shown = currentPosition(member.id, now, duration);
          // The shorter way around the earth.
          const [fromX, fromY] = shown ? [shown[0] + Math.round(toX - shown[0]), shown[1]] : [toX, toY];
          numbers.set([fromX, fromY, toX, toY, shown ? now : now - duration], at);
          if (shown) until = now + duration;
        }
        new Uint8Array(data, at * 4 + 20, 4).set(colorBytes(member.color));
      }
      rowOf = rows;
      dots = { data, count: members.length, until, anchor };
      return dots;
    },
  };
}

function colorBytes(color: string): [number, number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255, 255];
}

/** A layer that draws dots, and requests frames while a dot moves. */
export interface DotLayer extends CustomLayerInterface {
  show(dots: DotData, duration: number): void;
}

/** @param now returns the time of the current frame */
export function createDotLayer(id: string, now: () => number): DotLayer {
  let map: MapboxMap | null = null;
  let context: Drawing | null = null;
  let shown = { dots: EMPTY_DOTS, duration: 0 };
  return {
    id,
    type: 'custom',
    show(dots, duration) {
      shown = { dots, duration };
      if (context) upload(context, dots);
      map?.triggerRepaint();
    },
    onAdd(onMap, gl) {
      map = onMap;
      context = createDrawing(gl);
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

/** @returns null where the program does not compile; the list beside the map has the same content */
function createDrawing(gl: WebGLRenderingContext): Drawing | null {
  const program = createShaderProgram(gl, VERTEX, FRAGMENT);
  return program && { gl, program, buffer: gl.createBuffer() };
}

function upload({ gl, buffer }: Drawing, { data }: DotData): void {
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
}

function draw(
  { gl, program, buffer }: Drawing,
  { dots, duration }: { dots: DotData; duration: number },
  matrix: ArrayLike<number>,
  time: number,
): void {
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  const attribute = (name: string, size: number, type: number, offset: number) => {
    const location = gl.getAttribLocation(program, name);
    gl.enableVertexAttribArray(location);
    gl.vertexAttribPointer(location, size, type, type === gl.UNSIGNED_BYTE, STRIDE, offset);
  };
  attribute('origin', 2, gl.FLOAT, 0);
  attribute('target', 2, gl.FLOAT, 8);
  attribute('start', 1, gl.FLOAT, 16);
  attribute('color', 4, gl.UNSIGNED_BYTE, 20);
  const uniform = (name: string) => gl.getUniformLocation(program, name);
  gl.uniformMatrix4fv(uniform('matrix'), false, translateMatrix(matrix, dots.anchor));
  gl.uniform1f(uniform('now'), time);
  gl.uniform1f(uniform('duration'), duration);
  gl.uniform1f(uniform('size'), RADIUS_PX * 2 * window.devicePixelRatio);
  gl.drawArrays(gl.POINTS, 0, dots.count);
}
