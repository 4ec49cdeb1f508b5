import { useFreeView } from '#client/map/freeView';
import type { Placements } from '#client/map/placements';
import { MapGrid, useTileTrouble } from '#client/map/TileTrouble.tsx';
import { useMapTiles } from '#client/features/session/useMapTiles';
import { MapFoot } from './MapFoot';
import { MarkerGroups } from './MarkerGroups';
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
  const view = useFreeView();
  const areTilesMissing = useTileTrouble(tiles);
  return (
    <>
      {areTilesMissing ? <MapGrid /> : null}
      <MarkerGroups onPlaced={onPlaced} height={view ? view.bottom - view.top : Infinity} />
      <MapFoot view={view} areTilesMissing={areTilesMissing} />
      <MarkedPoint />
      <PointMenu />
    </>
  );
}
