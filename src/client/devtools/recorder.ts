import type { Middleware } from '@reduxjs/toolkit';
import type { RootState } from '#client/store/rootState';
import type { ActionLog, LoggedAction } from './logFile';
import { INIT, pathOf, type Reducer } from './playback';
import { hashOf } from './stateHash';

/** How many actions are kept. */
export const KEPT_ACTIONS = 5_000;
/** They are kept in pieces of this many, each with the state that it began with; old pieces are dropped whole. */
const PIECE = 500;

interface Piece {
  start: RootState;
  path: string;
  actions: LoggedAction[];
  times: number[];
}

/** Keeps the last actions as the reducer gets them, and the state before the first of them. */
export interface Recorder {
  middleware: Middleware<object, RootState>;
  /** How many actions a log would hold now. */
  count(): number;
  log(): ActionLog;
}

/**
 * Stands last in the chain of middleware. An action costs it two pushes: states are kept by reference, ten at a time,
 * and are reduced over only when a log is asked for.
 * @param now epoch milliseconds
 * @param reducer the app's
 */
export function createRecorder(now: () => number, reducer: Reducer): Recorder {
  let pieces: Piece[] = [];
  let path = '/';
  let last: RootState | null = null;
  let depth = 0;

  function pieceFor(state: RootState): Piece {
    // DevTools have jumped or taken in a log: what came before does not lead to here.
    if (depth === 0 && state !== last) pieces = [];
    const newest = pieces.at(-1);
    if (newest && newest.actions.length < PIECE) return newest;
    const piece = { start: state, path, actions: [], times: [] };
    pieces.push(piece);
    // One piece more than are full, so that the kept actions are there however full the newest is.
    if (pieces.length > KEPT_ACTIONS / PIECE + 1) pieces.shift();
    return piece;
  }

  return {
    middleware: (store) => (next) => (action) => {
      const piece = pieceFor(store.getState());
      const logged = action as LoggedAction;
      // Before the reducer: what makes it throw is what one wants to see.
      piece.actions.push(logged);
      piece.times.push(now());
      path = pathOf(logged) ?? path;
      depth += 1;
      try {
        return next(action);
      } finally {
        depth -= 1;
        last = store.getState();
      }
    },
    count: () => Math.min(KEPT_ACTIONS, lengthOf(pieces)),
    log: () => lastOf(pieces, reducer),
  };
}

function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { actions }) => sum + actions.length, 0);
}

/** The kept actions of all pieces; those of the oldest that are too many go into the state before. */
function lastOf(pieces: readonly Piece[], reducer: Reducer): ActionLog {
  const [oldest] = pieces;
  if (!oldest) return { actions: [], times: [], path: '/' };
  const actions = pieces.flatMap((piece) => piece.actions);
  const times = pieces.flatMap((piece) => piece.times);
  const dropped = actions.splice(0, Math.max(0, actions.length - KEPT_ACTIONS));
  times.splice(0, dropped.length);
  const start = dropped.reduce<RootState>(reducer, oldest.start);
  return {
    // A log from the very beginning begins with the store of whoever replays it.
    preloadedState: hashOf(start) === hashOf(reducer(undefined, INIT)) ? undefined : start,
    actions,
    times,
    path: dropped.reduce((path, action) => pathOf(action) ?? path, oldest.path),
  };
}
