import type { ReactNode } from 'react';
import { OfflineIcon } from './formIcons';
import './banner.css';

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
