import type { CopyStatus } from '../slice';
import './copy-outcome.css';

interface CopyOutcomeProps {
  status: CopyStatus;
  /** Said for a while. */
  copied: string;
  /** How to copy it by hand; stays. */
  failed: string;
}

/** What became of copying something. It stays in the page without words, so that a change is announced. */
export function CopyOutcome({ status, copied, failed }: CopyOutcomeProps) {
  return (
    <p className={`copy-outcome copy-outcome-${status}`} role="status">
      {status === 'copied' ? copied : status === 'failed' ? failed : ''}
    </p>
  );
}
