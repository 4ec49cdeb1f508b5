import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { selectOutcome } from '../account/selectors';
import { type AccountTask, outcomeOutdated } from '../account/slice';

/** How a task stands, and what its form calls when it is edited: what was said of it no longer holds then. */
export function useTask(task: AccountTask) {
  const dispatch = useAppDispatch();
  const { status } = useAppSelector(selectOutcome(task));
  function edited() {
    if (status === 'failed' || status === 'done') dispatch(outcomeOutdated({ task }));
  }
  return { status, busy: status === 'busy', edited };
}
