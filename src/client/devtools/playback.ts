import type { RootState } from '#client/store/rootState';
import { InvalidLogError, type ActionLog, type LoggedAction } from './logFile';

/** How many actions lie between two states that are kept; the states between are computed again on demand. */
const CHECKPOINT_EVERY = 50;
/** The first action of every store, also in Redux DevTools. */
export const INIT = { type: '@@INIT' };

export type SliceName = keyof RootState;

/** Random access to the states of a log. Position 0 is the initial state, position n is after the nth action. */
export interface Playback {
  readonly log: ActionLog;
  /** The last position: the number of actions, or of those before the one at which a reducer threw. */
  readonly length: number;
  /** The action for which a reducer threw, counted from 1, and the error's message. */
  readonly failure: { action: number; message: string } | null;
  stateAt(position: number): RootState;
  /** The slices that the action at this position changed. */
  changedAt(position: number): readonly SliceName[];
  /** The path of the page that was open. */
  pathAt(position: number): string;
}

/** The app's root reducer, or a test's. */
export type Reducer = (state: Partial<RootState> | undefined, action: LoggedAction) => RootState;

/**
 * Reduces all actions of a log once.
 * @throws InvalidLogError when the initial state has unknown slices
 */
export function replay(log: ActionLog, reducer: Reducer): Playback {
  const checkpoints = [initialState(log, reducer)];
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

function initialState({ preloadedState }: ActionLog, reducer: Reducer): RootState {
  const fresh = reducer(undefined, INIT);
  const foreign = Object.keys(preloadedState ?? {}).find((slice) => !(slice in fresh));
  if (foreign !== undefined)
    throw new InvalidLogError(`The state at the start has "${foreign}", which this version does not know`);
  return reducer(preloadedState, INIT);
}

function changedSlices(before: RootState, after: RootState): SliceName[] {
  return (Object.keys(after) as SliceName[]).filter((slice) => before[slice] !== after[slice]);
}

/** The path in the action of an opened page (`PageOpened`). */
export function pathOf({ meta }: LoggedAction): string | null {
  const path = (meta as { path?: unknown } | null | undefined)?.path;
  return typeof path === 'string' ? path : null;
}

/** A value in the state that an action changed. */
export interface Change {
  /** For example `alerts.items[0].read`. */
  path: string;
  before: unknown;
  after: unknown;
}

/** Limits the summary. */
const MAX_CHANGES = 200;

/** Finds the deepest differences between two JSON values. Identical references are skipped. */
export function findChanges(before: unknown, after: unknown): Change[] {
  const changes: Change[] = [];
  collect(before, after, '', changes);
  return changes;
}

function collect(before: unknown, after: unknown, path: string, changes: Change[]): void {
  if (Object.is(before, after) || changes.length >= MAX_CHANGES) return;
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) {
    changes.push({ path, before, after });
    return;
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const deeper = Array.isArray(after) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    collect(before[key], after[key], deeper, changes);
  }
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Offset basis and prime of 64-bit FNV-1a. */
const OFFSET = 0xcbf2_9ce4_8422_2325n;
const PRIME = 0x100_0000_01b3n;

/** A hash of 16 hexadecimal digits, independent of the order of keys. Not for security. */
export function hashState(state: unknown): string {
  let hash = OFFSET;
  for (const byte of new TextEncoder().encode(canonical(state)))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  return hash.toString(16).padStart(16, '0');
}

/** JSON with sorted keys. */
function canonical(state: unknown): string {
  return JSON.stringify(state, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
