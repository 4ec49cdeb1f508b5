import { useAppSelector, useTaskForm } from '#client/store/hooks';
import { OutcomeNotice } from '#client/ui/feedback.tsx';
import { selectAdministrationOutcome } from '../administration/selectors';
import { type AdministrationTask, outcomeOutdated } from '../administration/slice';

/** What became of a task, until the next one begins. */
export function AdministrationOutcome({ task }: { task: AdministrationTask }) {
  return <OutcomeNotice outcome={useAppSelector(selectAdministrationOutcome(task))} />;
}

/** How a task of admins stands, and what its form calls when it is edited. */
export function useAdministrationTask(task: AdministrationTask) {
  return useTaskForm(useAppSelector(selectAdministrationOutcome(task)), outcomeOutdated({ task }));
}
