import type { UnknownAction } from '@reduxjs/toolkit';
import type { RootState } from '#client/store/rootState';

/** An action as the reducer got it. */
export type LoggedAction = UnknownAction;

/** What happened to a store, from a state on. */
export interface ActionLog {
  /** Absent when the log begins with the store itself. */
  preloadedState?: Partial<RootState> | undefined;
  actions: readonly LoggedAction[];
  /** When each action came, epoch milliseconds; null when the file does not say, as those of the extension. */
  times: readonly number[] | null;
  /** The page that was open when the log began. */
  path: string;
}

/** Why a file is no log, as one sentence. */
export class LogProblem extends Error {
  override readonly name = 'LogProblem';
}

/**
 * A log in the form in which Redux DevTools export and import it: actions and preloaded state, each as a JSON text in
 * a JSON object. What only we know stands beside them, where the extension does not look.
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
 * Reads a file that this app or Redux DevTools has exported. Of the extension both forms are known: that of a store's
 * own export, and its whole history ("lifted state").
 * @throws LogProblem
 */
export function readLog(text: string): ActionLog {
  const file = parse(text, 'The file');
  if (!isRecord(file)) throw new LogProblem('The file is no action log: it holds no JSON object');
  if ('actionsById' in file) return fromHistory(file);
  if (!('payload' in file)) throw new LogProblem('The file is no action log: it has no "payload"');
  const actions = checkedActions(parseText(file['payload'], 'The list of actions ("payload")'));
  const { times, path } = isRecord(file['kinmap']) ? file['kinmap'] : {};
  return {
    actions,
    preloadedState: checkedState(
      file['preloadedState'] === undefined
        ? undefined
        : parseText(file['preloadedState'], 'The state at the start ("preloadedState")'),
    ),
    times: isTimes(times) && times.length === actions.length ? times : null,
    path: typeof path === 'string' ? path : '/',
  };
}

/** The extension's whole history: actions by number, in the order of a list of numbers that starts with its own. */
function fromHistory(file: Record<string, unknown>): ActionLog {
  const { actionsById, stagedActionIds, skippedActionIds, committedState } = file;
  if (!isRecord(actionsById) || !Array.isArray(stagedActionIds))
    throw new LogProblem('The history in the file has no list of its actions');
  const skipped = new Set(Array.isArray(skippedActionIds) ? (skippedActionIds as unknown[]) : []);
  const entries = stagedActionIds
    .slice(1)
    .filter((id) => !skipped.has(id))
    .map((id) => actionsById[String(id)]);
  const actions = checkedActions(entries.map((entry) => (isRecord(entry) ? entry['action'] : undefined)));
  return { actions, preloadedState: checkedState(committedState), times: null, path: '/' };
}

function parseText(text: unknown, what: string): unknown {
  if (typeof text !== 'string') throw new LogProblem(`${what} is no text`);
  return parse(text, what);
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new LogProblem(`${what} is not JSON, or was cut off`);
  }
}

function checkedActions(actions: unknown): LoggedAction[] {
  if (!Array.isArray(actions)) throw new LogProblem('The list of actions is no list');
  actions.forEach((action: unknown, index) => {
    if (!isRecord(action) || typeof action['type'] !== 'string')
      throw new LogProblem(`Action ${index + 1} has no type`);
  });
  return actions as LoggedAction[];
}

function checkedState(state: unknown): Partial<RootState> | undefined {
  if (state !== undefined && !isRecord(state)) throw new LogProblem('The state at the start is no object');
  return state;
}

function isTimes(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((time) => typeof time === 'number');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
