import type { RootState } from '#client/store/rootState';
import { type ActionLog, type LoggedAction, LogProblem } from './logFile';

/** States are kept every so many actions; those between are reduced again when they are asked for. */
const CHECKPOINT_EVERY = 50;
/** What every store hears first, in Redux DevTools as well. */
export const INIT = { type: '@@INIT' };

export type SliceName = keyof RootState;

/** A log that can be asked for any of its moments. Position 0 is the start, position n is after the nth action. */
export interface Playback {
  readonly log: ActionLog;
  /** The last position: the number of actions, or of those before the one at which a reducer threw. */
  readonly length: number;
  /** The action at which a reducer threw, counted from 1, and what it said. */
  readonly failure: { action: number; message: string } | null;
  stateAt(position: number): RootState;
  /** The slices that the action which led to this position has changed. */
  changedAt(position: number): readonly SliceName[];
  /** The page that was open. */
  pathAt(position: number): string;
}

/** The app's root reducer, or a test's. */
export type Reducer = (state: Partial<RootState> | undefined, action: LoggedAction) => RootState;

/**
 * Reduces a log from end to end, once.
 * @throws LogProblem when the log starts from a state with slices that are not ours
 */
export function replay(log: ActionLog, reducer: Reducer): Playback {
  const checkpoints = [startOf(log, reducer)];
  const changes: (readonly SliceName[])[] = [[]];
  const paths = [log.path];
  let failure: Playback['failure'] = null;
  let state = checkpoints[0] as RootState;
  for (const [index, action] of log.actions.entries()) {
    try {
      const next = reducer(state, action);
      changes.push(changedSlices(state, next));
      state = next;
    } catch (error) {
      failure = { action: index + 1, message: error instanceof Error ? error.message : String(error) };
      break;
    }
    paths.push(pathOf(action) ?? paths[index] ?? '/');
    if ((index + 1) % CHECKPOINT_EVERY === 0) checkpoints.push(state);
  }
  const length = changes.length - 1;
  const last = state;
  return {
    log,
    length,
    failure,
    stateAt(position) {
      if (position >= length) return last;
      const step = Math.floor(position / CHECKPOINT_EVERY);
      const between = log.actions.slice(step * CHECKPOINT_EVERY, position);
      return between.reduce<RootState>(reducer, checkpoints[step] as RootState);
    },
    changedAt: (position) => changes[position] ?? [],
    pathAt: (position) => paths[position] ?? '/',
  };
}

function startOf({ preloadedState }: ActionLog, reducer: Reducer): RootState {
  const fresh = reducer(undefined, INIT);
  const foreign = Object.keys(preloadedState ?? {}).find((slice) => !(slice in fresh));
  if (foreign !== undefined)
    throw new LogProblem(`The state at the start has "${foreign}", which this version does not know`);
  return reducer(preloadedState, INIT);
}

function changedSlices(before: RootState, after: RootState): SliceName[] {
  return (Object.keys(after) as SliceName[]).filter((slice) => before[slice] !== after[slice]);
}

/** Pages say where they are when they are opened (`Opened`). */
export function pathOf({ meta }: LoggedAction): string | null {
  const path = (meta as { path?: unknown } | null | undefined)?.path;
  return typeof path === 'string' ? path : null;
}
