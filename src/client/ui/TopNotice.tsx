import type { ReactNode, Ref } from 'react';
import { InfoIcon } from './formIcons';
import { DismissButton } from './overlays';
import './top-notice.css';

interface TopNoticeProps {
  children: string;
  ref?: Ref<HTMLDivElement>;
  action?: ReactNode;
  onDismiss: () => void;
}

/** News above every page, until it is dismissed. */
export function TopNotice({ children, ref, action, onDismiss }: TopNoticeProps) {
  return (
    <div ref={ref} className="top-notice" role="status">
      <InfoIcon />
      <span>{children}</span>
      {action}
      <DismissButton onClick={onDismiss} />
    </div>
  );
}
