import type { ReactNode } from 'react';
import { Logo } from './Logo';
import { MapBackdrop } from './MapBackdrop';
import { PageTitle } from './PageTitle';
import './auth-card.css';

export interface AuthCardProps {
  /** The page's h1. */
  title: string;
  /** One friendly sentence below it. */
  subtitle?: ReactNode;
  /** The form. */
  children: ReactNode;
  /** Below the card: where else one may want to go. */
  footer?: ReactNode;
}

/** The page of signing in, registering and setting up a family: one card on a drawn map. */
export function AuthCard({ title, subtitle, children, footer }: AuthCardProps) {
  return (
    <div className="auth">
      <MapBackdrop />
      <main className="auth-main">
        <p className="auth-brand">
          <Logo size={36} />
          Kinmap
        </p>
        <div className="auth-card">
          <div className="auth-head">
            <PageTitle>{title}</PageTitle>
            {subtitle ? <p>{subtitle}</p> : null}
          </div>
          {children}
        </div>
        {footer ? <div className="auth-footer">{footer}</div> : null}
      </main>
    </div>
  );
}
