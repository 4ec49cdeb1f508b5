import { t } from '#client/i18n/text';
import { useId, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { CloseIcon } from './icons';
import { useModal } from './overlays';
import { IconButton } from './RoundButton';
import { useDocked } from './hooks';
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
  /** <Panel>; docked from 1024 px up. */
  panel: ReactNode;
}

/**
 * The main screen: the map fills it, everything else floats over it. Slots only. The map learns through
 * `--map-inset-bottom` how much of it the bottom bar covers.
 */
export function MapScreen({ map, header, notices, controls, bottomBar, panel }: MapScreenProps) {
  return (
    <div className="map-screen">
      <div className="map-screen-stage">
        <div className="map-screen-top">{header}</div>
        <main className="map-screen-main">
          <div className="map-screen-map">{map}</div>
          <div className="map-screen-top map-screen-notices">{notices}</div>
          <div className="map-screen-controls">{controls}</div>
        </main>
        <div className="map-screen-bottom">{bottomBar}</div>
      </div>
      {panel}
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

export interface PanelProps {
  title: string;
  /**
   * Asked for by its button. A narrow page shows the panel for as long as this is true; a wide one always shows it,
   * moves the focus into it and asks at once to be closed again, so that the next press does the same.
   */
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The right-hand panel, 320 px wide: modal over the map on a phone, docked beside it from 1024 px up. */
export function Panel(props: PanelProps) {
  const docked = useDocked();
  if (docked) return <DockedPanel {...props} />;
  return props.open ? <ModalPanel {...props} /> : null;
}

function DockedPanel({ title, open, onClose, children }: PanelProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!open) return;
    heading.current?.focus();
    onClose();
  }, [open, onClose]);
  return (
    <aside className="panel panel-docked" aria-labelledby={titleId}>
      <PanelHead id={titleId} title={title} heading={heading} />
      <div className="panel-body">{children}</div>
    </aside>
  );
}

function ModalPanel({ title, onClose, children }: PanelProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const modal = useModal(onClose, heading);
  return (
    <dialog className="panel panel-modal" aria-labelledby={titleId} {...modal}>
      <div className="panel-inner">
        <PanelHead id={titleId} title={title} heading={heading} onClose={onClose} />
        <div className="panel-body">{children}</div>
      </div>
    </dialog>
  );
}

interface PanelHeadProps {
  id: string;
  title: string;
  heading: RefObject<HTMLHeadingElement | null>;
  onClose?: () => void;
}

function PanelHead({ id, title, heading, onClose }: PanelHeadProps) {
  return (
    <div className="panel-head">
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {onClose ? <IconButton label={t('Close')} icon={<CloseIcon />} onClick={onClose} /> : null}
    </div>
  );
}
