import type { ReactNode } from 'react';
import { PageTitle } from './Page';
import './app-header.css';

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
