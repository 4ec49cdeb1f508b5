import { t } from '#client/i18n/text';
import { useId, useRef, type ReactNode } from 'react';
import { FreeArea } from './freeArea';
import { type SheetHeight } from './useSheetDrag';
import './map-screen.css';

export interface MapScreenProps {
  /** The map; fills everything. */
  map: ReactNode;
  /** <AppHeader floating>; on top. */
  header: ReactNode;
  /** Below the header: <Banner>, <Notice>. */
  notices?: ReactNode;
  /** <RoundButton>s, the last one lowest. */
  controls: ReactNode;
  /** <BottomBar>. */
  bottomBar: ReactNode;
  /** <PeoplePanel>: a sheet over the map, docked beside it from 1024 px up. */
  panel: ReactNode;
  /** How much of the map the sheet covers. */
  sheet: SheetHeight;
}

/**
 * The main screen: the map fills it, everything else floats over it. Slots only. The style sheet knows how high the sheet
 * is; the map measures the part that it leaves free.
 */
export function MapScreen({ map, header, notices, controls, bottomBar, panel, sheet }: MapScreenProps) {
  const free = useRef<HTMLDivElement>(null);
  return (
    <div className="map-screen">
      <div className="map-screen-stage" data-sheet={sheet}>
        <div className="map-screen-top">{header}</div>
        <main className="map-screen-main">
          {/* The keyboard reaches the buttons before the members on the map, of whom there may be many. */}
          <div className="map-screen-controls" data-moves-with-sheet>
            {controls}
          </div>
          <div className="map-screen-map">
            <FreeArea value={free}>{map}</FreeArea>
          </div>
          <div className="map-screen-over">
            <div className="map-screen-notices">{notices}</div>
            <div className="map-screen-free" ref={free} />
          </div>
        </main>
        {panel}
        <div className="map-screen-bottom">{bottomBar}</div>
      </div>
    </div>
  );
}

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
    <nav className="bottom-bar" aria-label={t('Main')}>
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
