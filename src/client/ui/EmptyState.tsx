import type { CSSProperties, ReactNode } from 'react';
import './empty-state.css';

export interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  hint?: ReactNode;
  /** The button or link that adds the first entry. */
  action?: ReactNode;
}

/** Shown for an empty list: what would be here, and how to add it. */
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
  /** A circle, for an avatar. */
  round?: boolean | undefined;
}

/** A shimmering placeholder. Screen readers ignore it, so put one 'Loading...' beside a group of them. */
export function Skeleton({ width = '100%', height = '1em', round }: SkeletonProps) {
  const style: CSSProperties = { width, height };
  return <span className={round ? 'skeleton skeleton-round' : 'skeleton'} style={style} aria-hidden="true" />;
}
