import type { CSSProperties, ReactNode } from 'react';
import './empty-state.css';

export interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  hint?: ReactNode;
  /** The button or link that ends the emptiness. */
  action?: ReactNode;
}

/** What stands where there is nothing yet: what would be here, and how to get it. */
export function EmptyState({ icon, title, hint, action }: EmptyStateProps) {
  return (
    <div className="empty-state">
      {icon ? <span className="empty-state-icon">{icon}</span> : null}
      <p className="empty-state-title">{title}</p>
      {hint ? <p className="empty-state-hint">{hint}</p> : null}
      {action}
    </div>
  );
}

export interface SkeletonProps {
  /** A CSS length; default the whole line. */
  width?: number | string | undefined;
  /** A CSS length; default one line of text. */
  height?: number | string | undefined;
  /** A circle, for an avatar to come. */
  round?: boolean | undefined;
}

/** A shimmering place in the shape of what comes. Say 'Loading...' once beside a group of them: they are silent. */
export function Skeleton({ width = '100%', height = '1em', round }: SkeletonProps) {
  const style: CSSProperties = { width, height };
  return <span className={round ? 'skeleton skeleton-round' : 'skeleton'} style={style} aria-hidden="true" />;
}
