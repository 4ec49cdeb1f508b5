import type { Middleware } from '@reduxjs/toolkit';
import type { RootState } from '#client/store/rootState';
import type { ActionLog, LoggedAction } from './logFile';
import { INIT, pathOf, hashState, type Reducer } from './playback';

/** Most actions of a log. */
export const MAX_ACTIONS = 5_000;
/** Actions are kept in chunks, each with its initial state; old chunks are dropped as a whole. */
const CHUNK_SIZE = 500;

interface Chunk {
  start: RootState;
  path: string;
  actions: LoggedAction[];
  times: number[];
}

/** Records the latest actions, and the state before the first of them. */
export interface Recorder {
  middleware: Middleware<object, RootState>;
  /** The number of actions in the log. */
  count(): number;
  log(): ActionLog;
}

/**
 * Must be the last middleware. Recording an action costs two pushes: states are kept by reference, one per chunk.
 * @param now epoch milliseconds
 * @param reducer the app's root reducer
 */
export function createRecorder(now: () => number, reducer: Reducer): Recorder {
  let chunks: Chunk[] = [];
  let path = '/';
  let last: RootState | null = null;
  let depth = 0;

  function currentChunk(state: RootState): Chunk {
    // DevTools have jumped or imported a log, so the recorded actions do not lead to this state.
    if (depth === 0 && state !== last) chunks = [];
    const newest = chunks.at(-1);
    if (newest && newest.actions.length < CHUNK_SIZE) return newest;
    const chunk = { start: state, path, actions: [], times: [] };
    chunks.push(chunk);
    // One chunk more, so that there are enough actions when the newest is nearly empty.
    if (chunks.length > MAX_ACTIONS / CHUNK_SIZE + 1) chunks.shift();
    return chunk;
  }

  return {
    middleware: (store) => (next) => (action) => {
      const chunk = currentChunk(store.getState());
      const logged = action as LoggedAction;
      // Before the reducer, so that the log contains an action that makes it throw.
      chunk.actions.push(logged);
      chunk.times.push(now());
      path = pathOf(logged) ?? path;
      depth += 1;
      try {
        return next(action);
      } finally {
        depth -= 1;
        last = store.getState();
      }
    },
    count: () => Math.min(MAX_ACTIONS, countActions(chunks)),
    log: () => toLog(chunks, reducer),
  };
}

function countActions(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { actions }) => sum + actions.length, 0);
}

/** Joins the chunks; surplus actions of the oldest are reduced into the initial state. */
function toLog(chunks: readonly Chunk[], reducer: Reducer): ActionLog {
  const [oldest] = chunks;
  if (!oldest) return { actions: [], times: [], path: '/' };
  const actions = chunks.flatMap((chunk) => chunk.actions);
  const times = chunks.flatMap((chunk) => chunk.times);
  const dropped = actions.splice(0, Math.max(0, actions.length - MAX_ACTIONS));
  times.splice(0, dropped.length);
  const start = dropped.reduce<RootState>(reducer, oldest.start);
  return {
    // A log from the very start needs no initial state.
    preloadedState: hashState(start) === hashState(reducer(undefined, INIT)) ? undefined : start,
    actions,
    times,
    path: dropped.reduce((path, action) => pathOf(action) ?? path, oldest.path),
  };
}
