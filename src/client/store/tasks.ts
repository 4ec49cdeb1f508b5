import type { AppError } from '#client/services/types';

/** The status of a task that the user starts on a page. */
export type Outcome<Result extends string = string> =
  | { status: 'idle' | 'busy' }
  | { status: 'failed'; error: AppError }
  /** `result` is the code of what the page says then; null for nothing. */
  | { status: 'done'; result: Result | null };

/** The tasks of a page by name. A page shows one outcome at a time. */
export interface Tasks<Task extends string, Result extends string = string> {
  tasks: Partial<Record<Task, Outcome<Result>>>;
  /** How often each task succeeded: a form that is empty again afterwards remounts with it. */
  successes: Partial<Record<Task, number>>;
}

export const IDLE_OUTCOME = { status: 'idle' } as const;

export const noTasks = <Task extends string, Result extends string>(): Tasks<Task, Result> => ({
  tasks: {},
  successes: {},
});

export function beginTask<Task extends string>(state: Tasks<Task>, task: Task): void {
  clearOutcomes(state);
  state.tasks[task] = { status: 'busy' };
}

export function finishTask<Task extends string, Result extends string>(
  state: Tasks<Task, Result>,
  { task, result }: { task: Task; result: Result | null },
): void {
  state.tasks[task] = { status: 'done', result };
  state.successes[task] = (state.successes[task] ?? 0) + 1;
}

export function failTask<Task extends string>(
  state: Tasks<Task>,
  { task, error }: { task: Task; error: AppError },
): void {
  state.tasks[task] = { status: 'failed', error };
}

/** Drops the outcome of a form that is edited again; a task that still runs stays. */
export function clearOutcome<Task extends string>(state: Tasks<Task>, task: Task): void {
  if (state.tasks[task]?.status !== 'busy') delete state.tasks[task];
}

export function clearOutcomes<Task extends string>(state: Tasks<Task>): void {
  for (const task of Object.keys(state.tasks) as Task[]) clearOutcome(state, task);
}
