import type { ReactNode } from 'react';
import './toast.css';

export interface ToastProps {
  /** What has just happened; nothing hides it. Whoever gives it also takes it away again. */
  children?: ReactNode;
  /** alert interrupts a screen reader: for an SOS. Default status. */
  role?: 'status' | 'alert' | undefined;
}

/** A short message that floats above the bottom bar. Keep it mounted: only a change of a live region is announced. */
export function Toast({ children, role = 'status' }: ToastProps) {
  return (
    <div className="toast-region" role={role}>
      {children ? <div className="toast">{children}</div> : null}
    </div>
  );
}

/** Words for screen readers alone, announced whenever they change. */
export function LiveRegion({ children }: { children?: ReactNode }) {
  return (
    <div className="visually-hidden" role="status">
      {children}
    </div>
  );
}
