import type { ReactNode } from 'react';
import { ErrorIcon, InfoIcon, SuccessIcon, OfflineIcon } from './formIcons';
import { showError } from './showError';
import './feedback.css';

export interface NoticeProps {
  kind?: 'error' | 'info' | 'success' | undefined;
  children: ReactNode;
}

/** A boxed message: what happened and what to do. Screen readers announce an error at once, the others when idle. */
export function Notice({ kind = 'info', children }: NoticeProps) {
  return (
    <div
      ref={kind === 'error' ? showError : null}
      className={`notice notice-${kind}`}
      role={kind === 'error' ? 'alert' : 'status'}
    >
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
  /** Its text. Without one only the empty region stays in the page, so that screen readers announce a later text. */
  children?: ReactNode;
  icon?: ReactNode;
}

/** A thin bar at the top for a lasting state such as being offline. */
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

/** The outcome of a task: the text of its failure or success; nothing without one. */
export function OutcomeNotice({ failure, success }: OutcomeNoticeProps) {
  if (failure !== null) return <Notice kind="error">{failure}</Notice>;
  return success === null ? null : <Notice kind="success">{success}</Notice>;
}
