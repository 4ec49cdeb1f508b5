import type { ReactNode } from 'react';
import { ErrorIcon, InfoIcon, SuccessIcon } from './formIcons';
import './notice.css';

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
