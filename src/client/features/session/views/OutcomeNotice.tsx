import { useAppSelector } from '#client/store/hooks';
import { Notice } from '#client/ui/feedback.tsx';
import { selectOutcome } from '../account/selectors';
import type { AccountTask } from '../account/slice';

interface OutcomeNoticeProps {
  task: AccountTask;
  /** What is said of a failure without words of its own. */
  otherwise?: string;
}

/** What has come of a task, until something else is begun. */
export function OutcomeNotice({ task, otherwise }: OutcomeNoticeProps) {
  const { status, message } = useAppSelector(selectOutcome(task));
  if (status === 'failed') return <Notice kind="error">{message ?? otherwise}</Notice>;
  return status === 'done' && message !== null ? <Notice kind="success">{message}</Notice> : null;
}
