import { errorMessage } from '#client/i18n/errors';
import { Notice } from '#client/ui/feedback.tsx';
import type { Failure } from '../slice';

/** What failed, and the server's reason where it sent one. */
export function FailureNotice({ failure: { error, detail } }: { failure: Failure }) {
  return (
    <Notice kind="error">
      <span>{errorMessage(error)}</span>
      {detail === null ? null : <p className="failure-detail">{errorMessage(detail)}</p>}
    </Notice>
  );
}
