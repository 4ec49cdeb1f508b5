import { t } from '#client/i18n/text';
import { useEffect, type ReactNode } from 'react';
import { Logo, MapBackdrop } from './artwork';
import './page.css';

/** The page's only h1, which also names the browser's tab and the entry in its history. */
export function PageTitle({ children, className }: { children: string; className?: string }) {
  return (
    <>
      <title>{children === 'Kinmap' ? children : `${children} · Kinmap`}</title>
      <h1 className={className} tabIndex={-1}>
        {children}
      </h1>
    </>
  );
}

/** When a page replaces another one, moves the focus to its title unless something on it has taken the focus. */
export function focusPageTitle(): void {
  if (document.activeElement === null || document.activeElement === document.body)
    document.querySelector('h1')?.focus({ preventScroll: true });
}

/** For what can vanish while it has the focus: the focus goes to the page's title then. */
export function useFocusTitleOnUnmount(): void {
  useEffect(() => focusPageTitle, []);
}

/** Shown while it is not yet known what to show. */
export function LoadingPage({ children = t('Loading...') }: { children?: ReactNode }) {
  return (
    <main className="page-loading" aria-busy="true">
      <title>Kinmap</title>
      <p role="status">{children}</p>
    </main>
  );
}

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
