import type { ReactNode } from 'react';
import './section.css';

/* Parts of the pages that are no map. The sign-in page has none of them, so they are not with its card. */

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
