import type { ReactNode } from 'react';
import './page.css';

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
