import type { ReactNode, CSSProperties } from 'react';
import { ErrorIcon, InfoIcon, SuccessIcon, OfflineIcon } from './formIcons';
import './feedback.css';

export interface NoticeProps {
  kind?: 'error' | 'info' | 'success' | undefined;
  children: ReactNode;
}

/** A boxed sentence: what happened and what to do. An error interrupts a screen reader, the others wait their turn. */
export function Notice({ kind = 'info', children }: NoticeProps) {
  return (
    <div className={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <NoticeIcon kind={kind} />
      <div>{children}</div>
    </div>
  );
}

function NoticeIcon({ kind }: { kind: 'error' | 'info' | 'success' }) {
  if (kind === 'error') return <ErrorIcon />;
  return kind === 'success' ? <SuccessIcon /> : <InfoIcon />;
}

export interface BannerProps {
  /** What it says; nothing at all hides it, yet it stays in the page so that a change is announced. */
  children?: ReactNode;
  icon?: ReactNode;
}

/** A slim line at the top for a state that lasts, above all being offline. */
export function Banner({ children, icon = <OfflineIcon /> }: BannerProps) {
  return (
    <div className="banner-region" role="status">
      {children ? (
        <div className="banner">
          {icon}
          <span>{children}</span>
        </div>
      ) : null}
    </div>
  );
}

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
