import { createPositionAnimation, ease, interpolate } from '#client/map/animation';
import type { LatLng } from '#client/map/geometry';

const HOME: LatLng = { latitude: 45, longitude: 13 };
const WORK: LatLng = { latitude: 46, longitude: 15 };

describe('interpolate', () => {
  test('given fraction 0.5, then the result is the midpoint', () => {
    expect(interpolate(HOME, WORK, 0.5)).toEqual({ latitude: 45.5, longitude: 14 });
  });

  test('given fraction 1, then the result is exactly the target', () => {
    expect(interpolate(HOME, WORK, 1)).toBe(WORK);
  });

  test.each([
    [179, -179, 180],
    [-179, 179, 180],
    [170, -170, 180],
  ])('given longitudes %p and %p, then it crosses the antimeridian', (from, to, middle) => {
    const half = interpolate({ latitude: 0, longitude: from }, { latitude: 0, longitude: to }, 0.5);
    expect(Math.abs(half.longitude)).toBeCloseTo(middle);
  });
});

describe('ease', () => {
  test('given 0, 0.5 and 1, then the result is the same', () => {
    expect([ease(0), ease(0.5), ease(1)]).toEqual([0, 0.5, 1]);
  });
});

describe('createPositionAnimation', () => {
  let frames: FrameRequestCallback[] = [];
  const original = globalThis.requestAnimationFrame;

  beforeEach(() => {
    frames = [];
    globalThis.requestAnimationFrame = (callback) => frames.push(callback);
  });

  afterEach(() => {
    // Ends every animation, so that the next test starts without a frame loop.
    for (let now = 1e6; frames.length > 0; now += 1e6) frame(now);
    globalThis.requestAnimationFrame = original;
  });

  function frame(now: number): void {
    const due = frames;
    frames = [];
    for (const callback of due) callback(now);
  }

  test('given an animation, when frames pass, then it ends exactly at the target', () => {
    const drawn: LatLng[] = [];
    createPositionAnimation(HOME, (place) => drawn.push(place)).moveTo(WORK, 1000);
    for (const now of [5000, 5500, 6100]) frame(now);
    expect(drawn).toEqual([HOME, { latitude: 45.5, longitude: 14 }, WORK]);
    expect(frames).toHaveLength(0);
  });

  test('given two animations, then one frame loop draws both', () => {
    const first = jest.fn();
    const second = jest.fn();
    createPositionAnimation(HOME, first).moveTo(WORK, 1000);
    createPositionAnimation(WORK, second).moveTo(HOME, 1000);
    expect(frames).toHaveLength(1);
    frame(0);
    expect([first.mock.calls.length, second.mock.calls.length, frames.length]).toEqual([1, 1, 1]);
  });

  test('given a new target half-way, then it continues from the drawn position', () => {
    const drawn: LatLng[] = [];
    const animation = createPositionAnimation(HOME, (place) => drawn.push(place));
    animation.moveTo(WORK, 1000);
    frame(0);
    frame(500);
    animation.moveTo(HOME, 1000);
    frame(600);
    expect(drawn.at(-1)).toEqual({ latitude: 45.5, longitude: 14 });
  });

  test('given 0 ms, then it jumps without a frame', () => {
    const draw = jest.fn();
    createPositionAnimation(HOME, draw).moveTo(WORK, 0);
    expect(draw).toHaveBeenCalledWith(WORK);
    expect(frames).toHaveLength(0);
  });

  test('given a running animation, when it is stopped, then nothing more is drawn', () => {
    const draw = jest.fn();
    const animation = createPositionAnimation(HOME, draw);
    animation.moveTo(WORK, 1000);
    animation.stop();
    frame(0);
    expect(draw).not.toHaveBeenCalled();
  });
});
