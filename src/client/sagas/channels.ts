import { buffers, type EventChannel, eventChannel } from 'redux-saga';
import { take } from 'typed-redux-saga';
import type { Clock } from '#client/services/types';

/** What a channel can carry: anything but undefined, which would end it. */
type Value = object | string | number | boolean;

/** Starts listening and returns a function that stops it. */
export type Subscribe<T> = (emit: (value: T) => void) => () => void;

/** A channel that keeps every value until it is taken, for values that must not be lost. */
export function bufferedChannel<T extends Value>(subscribe: Subscribe<T>): EventChannel<T> {
  return eventChannel<T>(subscribe, buffers.expanding(16));
}

/**
 * A channel for values of which only the newest per key counts. Emits them as one list per animation frame, so that the
 * store changes at most once a frame, however many values arrive.
 */
export function newestPerFrameChannel<T>(
  subscribe: Subscribe<T>,
  keyOf: (value: T) => string,
  clock: Clock,
): EventChannel<T[]> {
  return eventChannel<T[]>((emit) => {
    const waiting = new Map<string, T>();
    let cancelFrame: (() => void) | null = null;
    const flush = () => {
      cancelFrame = null;
      const values = [...waiting.values()];
      waiting.clear();
      emit(values);
    };
    const stop = subscribe((value) => {
      waiting.set(keyOf(value), value);
      cancelFrame ??= clock.nextFrame(flush);
    });
    return () => {
      stop();
      cancelFrame?.();
    };
  }, buffers.expanding(4));
}

/**
 * Runs the worker for each value of a channel, one after the other. Closes the channel when it ends or is cancelled.
 * The worker is not forked, because a task of its own would cost more than most workers do.
 */
export function* watchChannel<T extends Value>(channel: EventChannel<T>, worker: (value: T) => Generator) {
  try {
    while (true) {
      yield* worker(yield* take(channel));
    }
  } finally {
    channel.close();
  }
}
