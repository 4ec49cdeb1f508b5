import type { UnknownAction } from '@reduxjs/toolkit';
import type { RootState } from '#client/store/rootState';

/** An action as the reducer received it. */
export type LoggedAction = UnknownAction;

/** The actions of a store from an initial state on. */
export interface ActionLog {
  /** Absent when the log starts with an empty store. */
  preloadedState?: Partial<RootState> | undefined;
  actions: readonly LoggedAction[];
  /** Epoch milliseconds of each action; null in files of the extension, which has no times. */
  times: readonly number[] | null;
  /** The path of the page that was open at the start. */
  path: string;
}

/** The file is not a valid log. */
export class InvalidLogError extends Error {
  override readonly name = 'InvalidLogError';
}

/**
 * Writes a log in the format of Redux DevTools: a JSON object with actions and preloaded state as JSON strings. Times and
 * path are in an extra property that the extension ignores.
 */
export function writeLog({ actions, preloadedState, times, path }: ActionLog): string {
  const file = {
    payload: JSON.stringify(actions),
    preloadedState: preloadedState && JSON.stringify(preloadedState),
    kinmap: { times, path },
  };
  return JSON.stringify(file, null, '\t');
}

/**
 * Reads a file that this app or Redux DevTools exported; of the extension both the exported log and the whole history
 * ("lifted state").
 * @throws InvalidLogError
 */
export function readLog(text: string): ActionLog {
  const file = parse(text, 'The file');
  if (!isRecord(file)) throw new InvalidLogError('The file is no action log: it holds no JSON object');
  if ('actionsById' in file) return readLiftedState(file);
  if (!('payload' in file)) throw new InvalidLogError('The file is no action log: it has no "payload"');
  const actions = validateActions(parseText(file['payload'], 'The list of actions ("payload")'));
  const { times, path } = isRecord(file['kinmap']) ? file['kinmap'] : {};
  return {
    actions,
    preloadedState: validateState(
      file['preloadedState'] === undefined
        ? undefined
        : parseText(file['preloadedState'], 'The state at the start ("preloadedState")'),
    ),
    times: isTimes(times) && times.length === actions.length ? times : null,
    path: typeof path === 'string' ? path : '/',
  };
}

/** Reads the extension's lifted state: actions by id, and the order of ids, which starts with the extension's own. */
function readLiftedState(file: Record<string, unknown>): ActionLog {
  const { actionsById, stagedActionIds, skippedActionIds, committedState } = file;
  if (!isRecord(actionsById) || !Array.isArray(stagedActionIds))
    throw new InvalidLogError('The history in the file has no list of its actions');
  const skipped = new Set(Array.isArray(skippedActionIds) ? (skippedActionIds as unknown[]) : []);
  const entries = stagedActionIds
    .slice(1)
    .filter((id) => !skipped.has(id))
    .map((id) => actionsById[String(id)]);
  const actions = validateActions(entries.map((entry) => (isRecord(entry) ? entry['action'] : undefined)));
  return { actions, preloadedState: validateState(committedState), times: null, path: '/' };
}

function parseText(text: unknown, what: string): unknown {
  if (typeof text !== 'string') throw new InvalidLogError(`${what} is no text`);
  return parse(text, what);
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new InvalidLogError(`${what} is not JSON, or was cut off`);
  }
}

function validateActions(actions: unknown): LoggedAction[] {
  if (!Array.isArray(actions)) throw new InvalidLogError('The list of actions is no list');
  actions.forEach((action: unknown, index) => {
    if (!isRecord(action) || typeof action['type'] !== 'string')
      throw new InvalidLogError(`Action ${index + 1} has no type`);
  });
  return actions as LoggedAction[];
}

function validateState(state: unknown): Partial<RootState> | undefined {
  if (state !== undefined && !isRecord(state))
    throw new InvalidLogError('The state at the start is no object');
  return state;
}

function isTimes(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((time) => typeof time === 'number');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
