import { useAppSelector } from '#client/store/hooks';
import { MAP_ZOOM } from '#contract/limits';
import { useFreeView } from '#client/map/freeView';
import { useKeptCamera } from '#client/map/useKeptCamera';
import type { Placements } from '#client/map/placements';
import { MapGrid, useTileTrouble } from '#client/map/TileTrouble.tsx';
import { selectCamera } from '#client/features/locations/selectors';
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
  const camera = useAppSelector(selectCamera);
  useKeptCamera({
    center: camera,
    centerKey: camera?.request ?? 0,
    bounds: camera?.bounds,
    zoom: camera?.zoom ?? MAP_ZOOM,
  });
  const view = useFreeView();
  const areTilesMissing = useTileTrouble(tiles);
  return (
    <>
      {areTilesMissing ? <MapGrid /> : null}
      <MarkerGroups onPlaced={onPlaced} view={view} />
      <MapFoot view={view} areTilesMissing={areTilesMissing} />
      <MarkedPoint />
      <PointMenu />
    </>
  );
}
