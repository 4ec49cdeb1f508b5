import type { LatLng } from './geometry';

/** Whether the system asks for less motion; then nothing is animated. */
export function prefersReducedMotion(): boolean {
  return (
    typeof window.matchMedia === 'function' && window.matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}

/** The position at a fraction of the way, across the antimeridian where that is shorter. */
export function interpolate(from: LatLng, to: LatLng, fraction: number): LatLng {
  if (fraction >= 1) return to;
  const east = wrap(to.longitude - from.longitude);
  return {
    latitude: from.latitude + (to.latitude - from.latitude) * fraction,
    longitude: wrap(from.longitude + east * fraction),
  };
}

/** Smoothstep: slow at both ends. */
export function ease(fraction: number): number {
  return fraction * fraction * (3 - 2 * fraction);
}

/** Normalizes degrees to -180 (inclusive) to 180 (exclusive). */
function wrap(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

/** Moves something smoothly from its current position to a target. */
export interface PositionAnimation {
  /** Starts from the position that is drawn at this moment. 0 ms jumps. */
  moveTo: (target: LatLng, milliseconds: number) => void;
  stop: () => void;
}

/** @param draw called with every position on the way */
export function createPositionAnimation(start: LatLng, draw: (position: LatLng) => void): PositionAnimation {
  let shown = start;
  let step: Step | null = null;

  function stop(): void {
    if (step) activeSteps.delete(step);
    step = null;
  }

  function show(position: LatLng): void {
    shown = position;
    draw(position);
  }

  return {
    moveTo: (target, milliseconds) => {
      stop();
      if (shown.latitude === target.latitude && shown.longitude === target.longitude) return;
      if (milliseconds <= 0) {
        show(target);
        return;
      }
      step = createStep(shown, target, milliseconds, show);
      run(step);
    },
    stop,
  };
}

/** Draws one frame; returns true at the target. */
type Step = (now: number) => boolean;

/** One frame loop moves all markers; it stops when nothing moves. */
const activeSteps = new Set<Step>();

function createStep(from: LatLng, to: LatLng, milliseconds: number, show: (position: LatLng) => void): Step {
  // The animation starts with its first frame, as this folder has no clock.
  let started: number | null = null;
  return (now) => {
    started ??= now;
    const fraction = Math.min(1, (now - started) / milliseconds);
    show(interpolate(from, to, ease(fraction)));
    return fraction === 1;
  };
}

function run(step: Step): void {
  if (activeSteps.size === 0) requestAnimationFrame(tick);
  activeSteps.add(step);
}

function tick(now: number): void {
  for (const step of activeSteps) {
    if (step(now)) activeSteps.delete(step);
  }
  if (activeSteps.size > 0) requestAnimationFrame(tick);
}
