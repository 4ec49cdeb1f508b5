import { Component, type ReactNode } from 'react';
import { AuthCard } from '../ui/AuthCard';
import { buttonClass } from '../ui/Button';

interface State {
  failed: boolean;
}

/** Puts a way back in place of a page that could not be shown. React writes the reason to the console. */
export class FailureBoundary extends Component<{ children: ReactNode }, State> {
  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override state: State = { failed: false };

  override render() {
    return this.state.failed ? <FailurePage /> : this.props.children;
  }
}

function FailurePage() {
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
