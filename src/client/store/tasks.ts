/** How a task that the user starts on a page stands. `message` is shown after a failure or a success. */
export interface Outcome {
  status: 'idle' | 'busy' | 'failed' | 'done';
  message: string | null;
}

/** The tasks of a page by name. A page shows one outcome at a time. */
export interface Tasks<Task extends string> {
  tasks: Partial<Record<Task, Outcome>>;
  /** Number of tasks that succeeded: a form that is empty again afterwards remounts with it. */
  successes: number;
}

export const IDLE_OUTCOME: Outcome = { status: 'idle', message: null };

export const noTasks = <Task extends string>(): Tasks<Task> => ({ tasks: {}, successes: 0 });

export function beginTask<Task extends string>(state: Tasks<Task>, task: Task): void {
  forgetOutcomes(state);
  state.tasks[task] = { status: 'busy', message: null };
}

export function finishTask<Task extends string>(
  state: Tasks<Task>,
  { task, message }: { task: Task; message: string | null },
): void {
  state.tasks[task] = { status: 'done', message };
  state.successes += 1;
}

export function failTask<Task extends string>(
  state: Tasks<Task>,
  { task, error }: { task: Task; error: string },
): void {
  state.tasks[task] = { status: 'failed', message: error };
}

/** Drops the outcome of a form that is edited again; a task that still runs stays. */
export function forgetOutcome<Task extends string>(state: Tasks<Task>, task: Task): void {
  if (state.tasks[task]?.status !== 'busy') delete state.tasks[task];
}

export function forgetOutcomes<Task extends string>(state: Tasks<Task>): void {
  for (const task of Object.keys(state.tasks) as Task[]) forgetOutcome(state, task);
}
