import type { ReactNode } from 'react';
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

interface OutcomeNoticeProps {
  failure: string | null;
  success: string | null;
}

/** The outcome of a task: a failure, or a success about which something is said. */
export function OutcomeNotice({ failure, success }: OutcomeNoticeProps) {
  if (failure !== null) return <Notice kind="error">{failure}</Notice>;
  return success === null ? null : <Notice kind="success">{success}</Notice>;
}
