import { Notice } from '#client/ui/feedback.tsx';
import type { Failure } from '../slice';

/** What did not work, and why, where the server has said so. */
export function FailureNotice({ failure }: { failure: Failure }) {
  return (
    <Notice kind="error">
      <span>{failure.error}</span>
      {failure.detail === null ? null : <p className="failure-detail">{failure.detail}</p>}
    </Notice>
  );
}
