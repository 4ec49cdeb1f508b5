import { useMemo, useState } from 'react';
import type { SosCall, SosPosition } from '#contract/sos';
import { PRESENCE_FRESH_MS, SOS_ZOOM } from '#contract/limits';
import { t } from '#client/i18n/text';
import { AccuracyHalo } from '#client/map/circles.tsx';
import { circleZoom } from '#shared/circleZoom';
import { PageMap } from '#client/map/PageMap.tsx';
import { Marker } from '#client/map/Marker.tsx';
import { TrackLine } from '#client/map/TrackLine.tsx';
import { useAppSelector } from '#client/store/hooks';
import { RecenterIcon } from '#client/ui/icons.tsx';
import { MemberPin } from '#client/ui/MemberPin.tsx';
import { RoundButton } from '#client/ui/RoundButton.tsx';
import { selectPersonColor } from '#client/features/families/selectors';
import { shownAge } from '#client/features/locations/messages';
import { selectNow } from '#client/features/session/selectors';
import { useMapTiles } from '#client/features/session/useMapTiles';
import { selectCallPosition, selectPicture } from '../selectors';

/** Same as --color-danger: layers cannot use CSS variables. */
const HALO_COLOR = '#c8232c';

export interface CallMapProps {
  call: Pick<SosCall, 'userId' | 'userName' | 'position' | 'endedAt'>;
  /** Oldest first. */
  track: readonly SosPosition[];
  /** The call has ended: its last position shows no age. */
  isOver: boolean;
}

/** Where the caller is, and was since the call. The map follows until the user moves it. */
export function CallMap({ call, track, isOver }: CallMapProps) {
  const { userId, userName } = call;
  const position = useAppSelector((state) => selectCallPosition(state, call));
  const { isDark, tiles } = useMapTiles();
  const color = useAppSelector((state) => selectPersonColor(state, userId));
  const picture = useAppSelector((state) => selectPicture(state, userId));
  const now = useAppSelector(selectNow);
  const age = Math.max(0, now - Date.parse(position.timestamp));
  const [heldAt, setHeldAt] = useState<string | null>(null);
  const line = useMemo(() => lineOf(track), [track]);
  return (
    <div className="sos-map">
      <PageMap
        center={position}
        centerKey={heldAt ?? position.timestamp}
        zoom={circleZoom(position, position.accuracy, SOS_ZOOM)}
        {...tiles}
        label={t('Map of the SOS')}
        onMoveByHand={() => setHeldAt((before) => before ?? position.timestamp)}
      >
        {position.accuracy === null ? null : (
          <AccuracyHalo id="sos-accuracy" {...position} accuracy={position.accuracy} color={HALO_COLOR} />
        )}
        <TrackLine id="sos-track" line={line} dark={isDark} />
        <Marker latitude={position.latitude} longitude={position.longitude} label={userName} raised>
          <MemberPin
            id={userId}
            name={userName}
            picture={picture}
            color={color}
            presence={age >= PRESENCE_FRESH_MS ? 'stale' : 'fresh'}
            age={isOver ? null : shownAge(age)}
            selected
          />
        </Marker>
      </PageMap>
      {heldAt === null || heldAt === position.timestamp ? null : (
        <RoundButton
          className="sos-map-follow"
          label={t('Show the newest position')}
          icon={<RecenterIcon />}
          onClick={() => setHeldAt(null)}
        />
      )}
    </div>
  );
}

function lineOf(track: readonly SosPosition[]) {
  return {
    count: track.length,
    latitudes: Float64Array.from(track, ({ latitude }) => latitude),
    longitudes: Float64Array.from(track, ({ longitude }) => longitude),
    pieces: Uint32Array.of(...(track.length > 0 ? [0] : [])),
  };
}
