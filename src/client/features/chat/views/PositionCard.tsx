import { useAppDispatch, useAppSelector, useNavigation, useSettings } from '#client/store/hooks';
import type { LatLng } from '#shared/geo';
import { MAP_ZOOM } from '#contract/limits';
import { StaticMap } from '#client/map/StaticMap.tsx';
import { PlacePin } from '#client/ui/pins.tsx';
import { useDark } from '#client/ui/hooks';
import { placeChosen } from '#client/features/locations/slice';
import { selectAppearance } from '#client/features/session/selectors';

interface PositionCardProps {
  position: LatLng & { accuracy: number | null };
  /** Whose, as in "Ben’s". */
  name: string;
}

/** A position in the chat; pressing it opens the main map there. */
export function PositionCard({ position, name }: PositionCardProps) {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  const { tileUrl, tileAttribution } = useSettings();
  const dark = useDark(useAppSelector(selectAppearance));
  const { latitude, longitude, accuracy } = position;
  return (
    <Link to="/" className="chat-position" onClick={() => dispatch(placeChosen({ latitude, longitude }))}>
      <StaticMap
        center={position}
        zoom={MAP_ZOOM}
        tileUrl={tileUrl}
        attribution={tileAttribution}
        dark={dark}
      >
        <PlacePin />
      </StaticMap>
      <span className="chat-position-words">
        <strong>
          <bdi>{name}</bdi> position
        </strong>
        <span>
          {latitude.toFixed(5)}, {longitude.toFixed(5)}
          {accuracy === null ? null : `, ±${accuracy} m`}
        </span>
        <span>Show on map</span>
      </span>
    </Link>
  );
}
