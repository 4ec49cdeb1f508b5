import { Component, type ReactNode } from 'react';

interface FailureBoundaryProps {
  children: ReactNode;
  /** Replaces content that could not be shown. */
  instead: ReactNode;
}

interface State {
  failed: boolean;
}

/** Renders a fallback instead of children that throw. React writes the reason to the console. */
export class ErrorBoundary extends Component<FailureBoundaryProps, State> {
  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override state: State = { failed: false };

  override render() {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
