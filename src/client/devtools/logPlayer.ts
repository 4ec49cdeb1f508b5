import type { Clock } from '#client/services/types';
import type { Playback } from './playback';

export const SPEEDS = [0.5, 1, 2, 5, 20] as const;
export type Speed = (typeof SPEEDS)[number];

/** The time between two actions of a file without times. */
const DEFAULT_INTERVAL_MS = 300;
/** A longer time between two actions is shortened to this. */
const MAX_INTERVAL_MS = 2_000;
/** How often the player checks whether the next action is due. */
const TICK_MS = 50;

export interface LogPlayerState {
  /** See Playback. */
  position: number;
  playing: boolean;
  speed: Speed;
}

/** Plays a log. */
export interface LogPlayer {
  readonly playback: Playback;
  state(): LogPlayerState;
  subscribe(onChange: () => void): () => void;
  /** Goes to a position, limited to the log. */
  jump(position: number): void;
  /** Moves by some positions and pauses. */
  step(by: number): void;
  /** Plays from the current position; at the end from the start. */
  play(): void;
  pause(): void;
  setSpeed(speed: Speed): void;
}

export function createLogPlayer(playback: Playback, clock: Pick<Clock, 'now' | 'every'>): LogPlayer {
  const listeners = new Set<() => void>();
  let state: LogPlayerState = { position: 0, playing: false, speed: 1 };
  let stopClock: (() => void) | null = null;
  /** When each position is due, in milliseconds of playing time. */
  const dueAt = dueTimes(playback);
  /** The playing time, and the clock's time when it was updated. */
  let timeline = { at: 0, since: 0 };

  function change(part: Partial<LogPlayerState>): void {
    state = { ...state, ...part };
    listeners.forEach((listener) => listener());
  }

  function moveTo(position: number): void {
    const within = Math.min(Math.max(Math.round(position), 0), playback.length);
    timeline = { at: dueAt[within] ?? 0, since: clock.now() };
    change({ position: within });
  }

  function pause(): void {
    stopClock?.();
    stopClock = null;
    if (state.playing) change({ playing: false });
  }

  function tick(): void {
    const now = clock.now();
    timeline = { at: timeline.at + (now - timeline.since) * state.speed, since: now };
    let { position } = state;
    while (position < playback.length && (dueAt[position + 1] ?? 0) <= timeline.at) position += 1;
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
      stopClock = clock.every(TICK_MS, tick);
      change({ playing: true });
    },
    pause,
    setSpeed(speed) {
      if (state.playing) tick();
      change({ speed });
    },
  };
}

/** When each position is due at speed 1, in milliseconds from the start. */
function dueTimes({ log: { times }, length }: Playback): number[] {
  const dueAt = [0];
  for (let position = 1; position <= length; position += 1) {
    const previous = times?.[position - 2];
    const time = times?.[position - 1];
    const interval = previous === undefined || time === undefined ? DEFAULT_INTERVAL_MS : time - previous;
    dueAt.push((dueAt[position - 1] ?? 0) + Math.min(Math.max(interval, 0), MAX_INTERVAL_MS));
  }
  return dueAt;
}
