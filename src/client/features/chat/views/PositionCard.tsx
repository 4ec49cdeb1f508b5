import { Trans } from '#client/i18n/Trans.tsx';
import { t } from '#client/i18n/text';
import { useAppDispatch, useNavigation } from '#client/store/hooks';
import { formatCoordinates, type parsePositionText } from '#shared/positionText';
import { MAP_ZOOM } from '#contract/limits';
import { StaticMap } from '#client/map/StaticMap.tsx';
import { PlacePin } from '#client/ui/placePins.tsx';
import { pointChosen } from '#client/features/locations/slice';
import { useMapTiles } from '#client/features/session/useMapTiles';

interface PositionCardProps {
  position: NonNullable<ReturnType<typeof parsePositionText>>;
  /** Name of the author; null for the user's own position. */
  name: string | null;
}

/** A position or a point of the map in the chat; pressing it opens the main map there. */
export function PositionCard({ position, name }: PositionCardProps) {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  const { tiles } = useMapTiles();
  const { latitude, longitude, accuracy } = position;
  const place = formatCoordinates(position);
  return (
    <Link to="/" className="chat-position" onClick={() => dispatch(pointChosen({ latitude, longitude }))}>
      <StaticMap center={position} zoom={MAP_ZOOM} {...tiles}>
        <PlacePin />
      </StaticMap>
      <span className="chat-position-words">
        <strong>
          {position.kind === 'place' ? (
            t('A point on the map')
          ) : name === null ? (
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
