import type { CustomLayerInterface } from 'mapbox-gl';
import { DARKENING, type Mixture } from './darkening';
import { createShaderProgram } from './shaderProgram';

export const DARK_LAYER = 'dark';

/** One triangle that covers the map. */
const CORNERS = new Float32Array([-1, -1, 3, -1, -1, 3]);

const VERTEX = `
attribute vec2 corner; varying vec2 point;
void main() { point = corner * 0.5 + 0.5; gl_Position = vec4(corner, 0.0, 1.0); }`;

const mix = (mixtures: readonly Mixture[], color: string) =>
  `vec3(${mixtures.map((mixture) => `dot(vec4(${mixture.join()}),vec4(${color},1))`).join()})`;

/** Tiles that fade in are translucent, and their colors are multiplied by alpha. */
const FRAGMENT = `
precision highp float;
uniform sampler2D tiles; varying vec2 point;
void main() {
  vec4 tile = texture2D(tiles, point);
  vec3 light = tile.rgb / max(tile.a, 0.01);
  vec3 dark = ${DARKENING.map(({ traits, colors }) => mix(colors, `clamp(${mix(traits, 'light')},0.,1.)`)).join('+')};
  gl_FragColor = vec4(dark * tile.a, tile.a);
}`;

/**
 * Darkens what is drawn below it: copies it into a texture, and draws it again in other colors. Not a CSS filter on the
 * canvas, so that routes and fences keep their colors; paint properties of a raster layer can only invert.
 */
export function createDarkLayer(): CustomLayerInterface {
  let drawing: Drawing | null = null;
  return {
    id: DARK_LAYER,
    type: 'custom',
    onAdd(_map, gl) {
      drawing = createDrawing(gl);
    },
    onRemove(_map, gl) {
      // The rest is small, and goes with the map.
      gl.deleteTexture(drawing?.texture ?? null);
    },
    render(gl) {
      if (drawing) draw(gl, drawing);
    },
  };
}

interface Drawing {
  readonly program: WebGLProgram;
  readonly buffer: WebGLBuffer;
  readonly texture: WebGLTexture;
}

/** @returns null where the program cannot be made: tiles stay light */
function createDrawing(gl: WebGLRenderingContext): Drawing | null {
  const program = createShaderProgram(gl, VERTEX, FRAGMENT);
  if (!program) return null;
  const buffer = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, CORNERS, gl.STATIC_DRAW);
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  // A size that is no power of two needs these.
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  return { program, buffer, texture };
}

function draw(gl: WebGLRenderingContext, { program, buffer, texture }: Drawing): void {
  gl.useProgram(program);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.copyTexImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, 0);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  const corner = gl.getAttribLocation(program, 'corner');
  gl.enableVertexAttribArray(corner);
  gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 0, 0);
  // mapbox-gl restores its state after each custom layer.
  gl.disable(gl.DEPTH_TEST);
  gl.disable(gl.BLEND);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
}
