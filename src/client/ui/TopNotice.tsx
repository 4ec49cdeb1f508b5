import type { ReactNode } from 'react';
import { InfoIcon } from './formIcons';
import { DismissButton } from './overlays';
import './top-notice.css';

interface TopNoticeProps {
  children: string;
  action?: ReactNode;
  onDismiss: () => void;
}

/** News above every page, until it is dismissed. */
export function TopNotice({ children, action, onDismiss }: TopNoticeProps) {
  return (
    <div className="top-notice" role="status">
      <InfoIcon />
      <span>{children}</span>
      {action}
      <DismissButton onClick={onDismiss} />
    </div>
  );
}
