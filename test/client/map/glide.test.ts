import { createGlide, ease, interpolate } from '#client/map/glide';
import type { LatLng } from '#client/map/geometry';

const HOME: LatLng = { latitude: 45, longitude: 13 };
const WORK: LatLng = { latitude: 46, longitude: 15 };

describe('interpolate', () => {
  test('given two places, when half the way is gone, then it is in the middle', () => {
    expect(interpolate(HOME, WORK, 0.5)).toEqual({ latitude: 45.5, longitude: 14 });
  });

  test('given two places, when all the way is gone, then it is exactly the second', () => {
    expect(interpolate(HOME, WORK, 1)).toBe(WORK);
  });

  test.each([
    [179, -179, 180],
    [-179, 179, 180],
    [170, -170, 180],
  ])(
    'given a way from %p to %p degrees, when half is gone, then it took the short side',
    (from, to, middle) => {
      const half = interpolate({ latitude: 0, longitude: from }, { latitude: 0, longitude: to }, 0.5);
      expect(Math.abs(half.longitude)).toBeCloseTo(middle);
    },
  );
});

describe('ease', () => {
  test('given a way, when it begins, is half done and ends, then it is at 0, half and 1', () => {
    expect([ease(0), ease(0.5), ease(1)]).toEqual([0, 0.5, 1]);
  });
});

describe('createGlide', () => {
  let frames: FrameRequestCallback[] = [];
  const original = globalThis.requestAnimationFrame;

  beforeEach(() => {
    frames = [];
    globalThis.requestAnimationFrame = (callback) => frames.push(callback);
  });

  afterEach(() => {
    // Lets every glide end, so that the next test finds the shared loop at rest.
    for (let now = 1e6; frames.length > 0; now += 1e6) frame(now);
    globalThis.requestAnimationFrame = original;
  });

  function frame(now: number): void {
    const due = frames;
    frames = [];
    for (const callback of due) callback(now);
  }

  test('given a glide, when its frames pass, then it draws the way and ends exactly there', () => {
    const drawn: LatLng[] = [];
    createGlide(HOME, (place) => drawn.push(place)).to(WORK, 1000);
    for (const now of [5000, 5500, 6100]) frame(now);
    expect(drawn).toEqual([HOME, { latitude: 45.5, longitude: 14 }, WORK]);
    expect(frames).toHaveLength(0);
  });

  test('given two glides, when they run together, then one frame loop draws both', () => {
    const first = jest.fn();
    const second = jest.fn();
    createGlide(HOME, first).to(WORK, 1000);
    createGlide(WORK, second).to(HOME, 1000);
    expect(frames).toHaveLength(1);
    frame(0);
    expect([first.mock.calls.length, second.mock.calls.length, frames.length]).toEqual([1, 1, 1]);
  });

  test('given a glide half way, when a new target comes, then it goes on from where it is drawn', () => {
    const drawn: LatLng[] = [];
    const glide = createGlide(HOME, (place) => drawn.push(place));
    glide.to(WORK, 1000);
    frame(0);
    frame(500);
    glide.to(HOME, 1000);
    frame(600);
    expect(drawn.at(-1)).toEqual({ latitude: 45.5, longitude: 14 });
  });

  test('given 0 milliseconds, when a target comes, then it jumps without a frame', () => {
    const draw = jest.fn();
    createGlide(HOME, draw).to(WORK, 0);
    expect(draw).toHaveBeenCalledWith(WORK);
    expect(frames).toHaveLength(0);
  });

  test('given a glide under way, when it is stopped, then nothing more is drawn', () => {
    const draw = jest.fn();
    const glide = createGlide(HOME, draw);
    glide.to(WORK, 1000);
    glide.stop();
    frame(0);
    expect(draw).not.toHaveBeenCalled();
  });
});
