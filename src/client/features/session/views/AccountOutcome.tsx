import { useAppSelector, useTaskForm } from '#client/store/hooks';
import { OutcomeNotice } from '#client/ui/feedback.tsx';
import { selectAccountOutcome } from '../account/selectors';
import { type AccountTask, outcomeOutdated } from '../account/slice';

/** What became of a task, until the next one begins. */
export function AccountOutcome({ task, otherwise }: { task: AccountTask; otherwise?: string }) {
  return <OutcomeNotice outcome={useAppSelector(selectAccountOutcome(task))} otherwise={otherwise} />;
}

/** How an account task stands, and what its form calls when it is edited. */
export function useAccountTask(task: AccountTask) {
  return useTaskForm(useAppSelector(selectAccountOutcome(task)), outcomeOutdated({ task }));
}
