import { t } from '#client/i18n/text';
import type { Placements } from '#client/map/placements';
import { MapGrid, useTileTrouble } from '#client/map/TileTrouble.tsx';
import { useMapTiles } from '#client/features/session/useMapTiles';
import { MarkerGroups } from './MarkerGroups';
import { OutsideHints } from './OutsideHints';
import { MarkedPoint } from './PointMarker';
import { PointMenu } from './PointMenu';
import './map-overlay.css';

export interface MapOverlayProps {
  /** Called when markers have to be drawn beside their positions. */
  onPlaced: (placements: Placements) => void;
}

/** What the map of the family has besides members and places, loaded after it. Inside `MapView`. */
export function MapOverlay({ onPlaced }: MapOverlayProps) {
  const { tiles } = useMapTiles();
  const areTilesMissing = useTileTrouble(tiles);
  return (
    <>
      {areTilesMissing ? <MapGrid /> : null}
      <MarkerGroups onPlaced={onPlaced} />
      <div className="map-foot">
        <div role="status">
          {areTilesMissing ? (
            <p className="map-foot-notice">{t('The map cannot be loaded right now. Trying again…')}</p>
          ) : null}
        </div>
        <OutsideHints />
      </div>
      <MarkedPoint />
      <PointMenu />
    </>
  );
}
