import { useId } from 'react';
import type { ReactNode } from 'react';
import './bottom-bar.css';

/** What the link element of an item is given; spread it on whatever link the router has. */
export interface BottomBarLinkProps {
  className: string;
  'aria-current': 'page' | undefined;
  'aria-describedby': string | undefined;
  children: ReactNode;
}

export interface BottomBarItem {
  /** The link's accessible name: 'Map', 'Chat', 'Alerts'. */
  label: string;
  icon: ReactNode;
  current?: boolean | undefined;
  /** A count worth knowing; 0 shows none. */
  badge?: number | undefined;
  /** What the count means, for assistive technology, e.g. '3 unread'. */
  badgeLabel?: string | undefined;
  /** Draws the link, e.g. `(props) => <Link to="/chat" {...props} />`. */
  renderLink: (props: BottomBarLinkProps) => ReactNode;
}

export interface BottomBarProps {
  items: readonly BottomBarItem[];
}

/** The bar at the thumb that leads to the main screens. */
export function BottomBar({ items }: BottomBarProps) {
  return (
    <nav className="bottom-bar" aria-label="Main">
      <ul>
        {items.map((item) => (
          <li key={item.label}>
            <BottomBarEntry {...item} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function BottomBarEntry({ label, icon, current, badge, badgeLabel, renderLink }: BottomBarItem) {
  const id = useId();
  const link = renderLink({
    className: 'bottom-bar-link',
    'aria-current': current ? 'page' : undefined,
    'aria-describedby': badge ? id : undefined,
    children: (
      <>
        <span className="bottom-bar-icon">
          {icon}
          {badge ? (
            <span className="bottom-bar-badge" aria-hidden="true">
              {badge > 99 ? '99+' : badge}
            </span>
          ) : null}
        </span>
        <span>{label}</span>
      </>
    ),
  });
  return (
    <>
      {link}
      {badge ? (
        <span className="visually-hidden" id={id}>
          {badgeLabel ?? badge}
        </span>
      ) : null}
    </>
  );
}
