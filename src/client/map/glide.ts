import type { LatLng } from './geometry';

/** The place a fraction of the way along, over the antimeridian where that is shorter. */
export function interpolate(from: LatLng, to: LatLng, fraction: number): LatLng {
  if (fraction >= 1) return to;
  const east = wrap(to.longitude - from.longitude);
  return {
    latitude: from.latitude + (to.latitude - from.latitude) * fraction,
    longitude: wrap(from.longitude + east * fraction),
  };
}

/** Slow at both ends. */
export function ease(fraction: number): number {
  return fraction * fraction * (3 - 2 * fraction);
}

/** Degrees brought into -180 (inclusive) to 180 (exclusive). */
function wrap(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

/** Something that is drawn at a place and moves there smoothly. */
export interface Glide {
  /** Moves on from wherever it is drawn at this moment. 0 ms jumps. */
  to: (target: LatLng, milliseconds: number) => void;
  stop: () => void;
}

/**
 * Makes a glide that starts at a place.
 * @param draw is given every place on the way
 */
export function createGlide(start: LatLng, draw: (place: LatLng) => void): Glide {
  let shown = start;
  let step: Step | null = null;

  function stop(): void {
    if (step) steps.delete(step);
    step = null;
  }

  function show(place: LatLng): void {
    shown = place;
    draw(place);
  }

  return {
    to: (target, milliseconds) => {
      stop();
      if (shown.latitude === target.latitude && shown.longitude === target.longitude) return;
      if (milliseconds <= 0) {
        show(target);
        return;
      }
      step = stepTowards(shown, target, milliseconds, show);
      run(step);
    },
    stop,
  };
}

/** Draws one frame; true when it has arrived. */
type Step = (now: number) => boolean;

/** All that is gliding: one frame loop moves every marker, and none runs while nothing moves. */
const steps = new Set<Step>();

function stepTowards(from: LatLng, to: LatLng, milliseconds: number, show: (place: LatLng) => void): Step {
  // The first frame's time is the start: this room has no clock of its own.
  let started: number | null = null;
  return (now) => {
    started ??= now;
    const fraction = Math.min(1, (now - started) / milliseconds);
    show(interpolate(from, to, ease(fraction)));
    return fraction === 1;
  };
}

function run(step: Step): void {
  if (steps.size === 0) requestAnimationFrame(tick);
  steps.add(step);
}

function tick(now: number): void {
  for (const step of steps) {
    if (step(now)) steps.delete(step);
  }
  if (steps.size > 0) requestAnimationFrame(tick);
}
