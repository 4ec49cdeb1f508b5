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
  outcome: { status: 'idle' | 'busy' | 'failed' | 'done'; message: string | null };
  /** Text of a failure that has no message. */
  otherwise?: string | undefined;
}

/** The outcome of a task: a failure, or a success that has a message. */
export function OutcomeNotice({ outcome: { status, message }, otherwise }: OutcomeNoticeProps) {
  if (status === 'failed') return <Notice kind="error">{message ?? otherwise}</Notice>;
  return status === 'done' && message !== null ? <Notice kind="success">{message}</Notice> : null;
}
