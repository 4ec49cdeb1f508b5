import { Trans } from '#client/i18n/Trans.tsx';
import { t } from '#client/i18n/text';
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
  /** Name of the author; null for the user's own position. */
  name: string | null;
}

/** A position in the chat; pressing it opens the main map there. */
export function PositionCard({ position, name }: PositionCardProps) {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  const { tileUrl, tileAttribution } = useSettings();
  const dark = useDark(useAppSelector(selectAppearance));
  const { latitude, longitude, accuracy } = position;
  const place = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
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
          {name === null ? (
            t('My position')
          ) : (
            <Trans message="<name>{name}’s</name> position" values={{ name }} tags={{ name: <bdi /> }} />
          )}
        </strong>
        <span>
          {accuracy === null ? place : t('{place}, ±{accuracy} m', { place, accuracy: String(accuracy) })}
        </span>
        <span>{t('Show on map')}</span>
      </span>
    </Link>
  );
}
