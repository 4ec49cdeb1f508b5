import type { Clock } from '#client/services/types';
import type { Playback } from './playback';

/** How many times as fast as it happened. */
export const SPEEDS = [0.5, 1, 2, 5, 20] as const;
export type Speed = (typeof SPEEDS)[number];

/** Between two actions of a file without times. */
const EVEN_PAUSE_MS = 300;
/** Nobody wants to wait as long as nothing happened. */
const LONGEST_PAUSE_MS = 2_000;
/** How often playing looks whether the next action is due. */
const LOOK_EVERY_MS = 50;

export interface PlayerState {
  /** See Playback. */
  position: number;
  playing: boolean;
  speed: Speed;
}

/** Moves through a playback. */
export interface Player {
  readonly playback: Playback;
  state(): PlayerState;
  subscribe(onChange: () => void): () => void;
  /** Goes to a position, or as near as there is one. */
  jump(position: number): void;
  /** Goes some positions on, or back. Stops playing. */
  step(by: number): void;
  /** Plays from here; at the end from the start. */
  play(): void;
  pause(): void;
  setSpeed(speed: Speed): void;
}

/** A player that stands at the start. */
export function createPlayer(playback: Playback, clock: Pick<Clock, 'now' | 'every'>): Player {
  const listeners = new Set<() => void>();
  let state: PlayerState = { position: 0, playing: false, speed: 1 };
  let stopClock: (() => void) | null = null;
  /** When the action at this position came, on a line that starts at 0 and is never empty for long. */
  const due = dueTimes(playback);
  /** Where on that line we are, and when we were there. */
  let line = { at: 0, since: 0 };

  function change(part: Partial<PlayerState>): void {
    state = { ...state, ...part };
    listeners.forEach((listener) => listener());
  }

  function moveTo(position: number): void {
    const within = Math.min(Math.max(Math.round(position), 0), playback.length);
    line = { at: due[within] ?? 0, since: clock.now() };
    change({ position: within });
  }

  function pause(): void {
    stopClock?.();
    stopClock = null;
    if (state.playing) change({ playing: false });
  }

  function playOn(): void {
    const now = clock.now();
    line = { at: line.at + (now - line.since) * state.speed, since: now };
    let { position } = state;
    while (position < playback.length && (due[position + 1] ?? 0) <= line.at) position += 1;
    if (position !== state.position) change({ position });
    if (position === playback.length) pause();
  }

  return {
    playback,
    state: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    jump: moveTo,
    step(by) {
      pause();
      moveTo(state.position + by);
    },
    play() {
      if (state.playing) return;
      moveTo(state.position === playback.length ? 0 : state.position);
      stopClock = clock.every(LOOK_EVERY_MS, playOn);
      change({ playing: true });
    },
    pause,
    setSpeed(speed) {
      if (state.playing) playOn();
      change({ speed });
    },
  };
}

/** When each position is due, in milliseconds from the start at speed 1. */
function dueTimes({ log: { times }, length }: Playback): number[] {
  const due = [0];
  for (let position = 1; position <= length; position += 1) {
    const before = times?.[position - 2];
    const now = times?.[position - 1];
    const pause = before === undefined || now === undefined ? EVEN_PAUSE_MS : now - before;
    due.push((due[position - 1] ?? 0) + Math.min(Math.max(pause, 0), LONGEST_PAUSE_MS));
  }
  return due;
}
