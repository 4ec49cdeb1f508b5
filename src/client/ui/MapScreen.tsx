import type { ReactNode } from 'react';
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
