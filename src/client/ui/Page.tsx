import { useEffect, useRef, type ReactNode } from 'react';
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

/** After a page has taken another's place, the focus stands at its title unless something on it took it already. */
export function focusPageTitle(): void {
  if (document.activeElement === null || document.activeElement === document.body)
    document.querySelector('h1')?.focus({ preventScroll: true });
}

/** For what can vanish while it has the focus: the focus goes to the page's title then. */
export function useFocusKept(): void {
  useEffect(() => focusPageTitle, []);
}

/** A heading that takes the focus when it comes, and gives it back to where it was when it goes. */
export function FocusHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    heading.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <h3 ref={heading} tabIndex={-1}>
      {children}
    </h3>
  );
}

export interface PageProps {
  /** <AppHeader>. */
  header?: ReactNode;
  children: ReactNode;
}

/** A page that is not a map: its header stays on top, its content is one calm column. */
export function Page({ header, children }: PageProps) {
  return (
    <div className="page">
      {header ? <div className="page-header">{header}</div> : null}
      <main className="page-main">{children}</main>
    </div>
  );
}

/** What stands while it is not yet known what to show. */
export function LoadingPage({ children = 'Loading...' }: { children?: ReactNode }) {
  return (
    <main className="page-loading" aria-busy="true">
      <title>Kinmap</title>
      <p role="status">{children}</p>
    </main>
  );
}

export interface AppHeaderProps {
  /** The page's title, its only h1. */
  title: string;
  /** Before the title: a back link, or the logo. */
  leading?: ReactNode;
  /** At the far end: buttons. */
  trailing?: ReactNode;
  /** A slim card over the map instead of a bar on top of the page. */
  floating?: boolean | undefined;
}

/** The head of a page: a way back, its title, its buttons. */
export function AppHeader({ title, leading, trailing, floating }: AppHeaderProps) {
  return (
    <header className={floating ? 'app-header app-header-floating' : 'app-header'}>
      {leading ? <div className="app-header-leading">{leading}</div> : null}
      <PageTitle className="app-header-title">{title}</PageTitle>
      {trailing ? <div className="app-header-trailing">{trailing}</div> : null}
    </header>
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

export interface SectionProps {
  /** Its h2. */
  title: string;
  /** What one can do with all of it. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a page with its heading. */
export function Section({ title, action, children }: SectionProps) {
  return (
    <section className="section">
      <div className="section-head">
        <h2>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
