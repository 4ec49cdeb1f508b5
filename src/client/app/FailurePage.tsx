import { AuthCard } from '../ui/AuthCard';
import { buttonClass } from '../ui/Button';

/** What stands in place of a page that could not be shown. */
export function FailurePage() {
  return (
    <AuthCard
      title="Unexpected Application Error!"
      subtitle="This page could not be shown. Nothing of yours is lost."
    >
      <a className={buttonClass('primary', true)} href="/">
        Open Kinmap again
      </a>
    </AuthCard>
  );
}
