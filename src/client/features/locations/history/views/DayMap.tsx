import { t } from '#client/i18n/text';
import { useMemo } from 'react';
import { HISTORY_FIT_PADDING, MAP_FALLBACK_CENTER } from '#contract/limits';
import { pointAt } from '#shared/track';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Dots } from '#client/map/Dots.tsx';
import { FitBounds } from '#client/map/FitBounds.tsx';
import { type Bounds, boundsOf } from '#shared/bounds';
import { KeepInView } from '#client/map/KeepInView.tsx';
import type { Polyline } from '#client/map/lines';
import { MapView } from '#client/map/MapView.tsx';
import { Marker } from '#client/map/Marker.tsx';
import { TrackLine, TrackLines } from '#client/map/TrackLine.tsx';
import { MemberPin } from '#client/ui/MemberPin.tsx';
import { PlacePin } from '#client/ui/placePins.tsx';
import { selectPersonColor } from '#client/features/families/selectors';
import { useMapTiles } from '#client/features/session/useMapTiles';
import type { Day } from '../day';
import {
  selectHistoryPerson,
  selectLeftOutShown,
  selectList,
  selectPicked,
  selectPickedEntry,
  selectPickedLine,
  selectPickedPosition,
  selectPlayer,
  selectPlayhead,
  selectShownDays,
  selectSpeedsShown,
  selectTimeline,
  selectZone,
} from '../selectors';
import { entryPicked, stopPicked } from '../slice';
import { SPEED_BANDS, speedLines } from '../speedLines';
import { entryTexts, stopTexts } from '../messages';
import { stopDots } from '../stopDots';

/** The zoom at a picked stop, and the closest zoom at which a whole day is shown. */
const STOP_ZOOM = 16;

/** The day on the map: its line, its stops and the player's marker; an empty map until the day is loaded. */
export function DayMap({ day }: { day: Day | null }) {
  const { isDark, tiles } = useMapTiles();
  const shown = useAppSelector(selectShownDays);
  const picked = useAppSelector(selectPicked);
  const position = useAppSelector(selectPickedPosition);
  const points = day && (day.track.count > 0 ? day.track : day.fixes);
  const bounds = useMemo(() => points && boundsOf(points), [points]);
  return (
    <div className="history-map">
      <MapView
        center={position ?? (points ? pointAt(points, 0) : MAP_FALLBACK_CENTER)}
        centerKey={position ? `stop ${picked?.request ?? 0}` : 'day'}
        zoom={STOP_ZOOM}
        {...tiles}
        label={t('Map of the day')}
      >
        {bounds ? (
          <>
            <FitBounds bounds={bounds} fitKey={shown} padding={HISTORY_FIT_PADDING} maxZoom={STOP_ZOOM} />
            <PlayerInView bounds={bounds} />
          </>
        ) : null}
        {day ? (
          <>
            <LeftOutFixes day={day} dark={isDark} />
            <Line day={day} dark={isDark} />
            <PickedTrip dark={isDark} />
            <Stops day={day} dark={isDark} />
            <PickedPlace day={day} />
            <PlayerMarker />
          </>
        ) : null}
      </MapView>
    </div>
  );
}

const EMPTY_LINE: Polyline = {
  count: 0,
  latitudes: new Float64Array(0),
  longitudes: new Float64Array(0),
  pieces: new Uint32Array(0),
};

/** The specification's line, or on request one whose colors are speeds. */
function Line({ day, dark }: { day: Day; dark: boolean }) {
  const shown = useAppSelector(selectSpeedsShown);
  const lines = useMemo(
    () =>
      shown
        ? speedLines(day.track).map((line, band) => ({
            line,
            color: SPEED_BANDS[band]?.[dark ? 'dark' : 'light'] ?? '',
            isFaint: false,
          }))
        : [],
    [day, dark, shown],
  );
  // Both stay on the map: a layer that comes later would cover the stops.
  return (
    <>
      <TrackLine id="track" line={shown ? EMPTY_LINE : day.track} dark={dark} />
      <TrackLines id="speeds" lines={lines} />
    </>
  );
}

/** The line of the picked trip, all of which is shown. */
function PickedTrip({ dark }: { dark: boolean }) {
  const line = useAppSelector(selectPickedLine);
  const request = useAppSelector(selectPicked)?.request ?? 0;
  const bounds = useMemo(() => line && boundsOf(line), [line]);
  if (!line || !bounds) return null;
  return (
    <>
      <FitBounds bounds={bounds} fitKey={request} padding={HISTORY_FIT_PADDING} maxZoom={STOP_ZOOM} />
      <TrackLine id="picked" line={line} dark={dark} isPicked />
    </>
  );
}

/** The stays of the timeline, or all stops: what the list has. */
function Stops({ day, dark }: { day: Day; dark: boolean }) {
  const dispatch = useAppDispatch();
  const timeline = useAppSelector(selectTimeline);
  const isTimeline = useAppSelector(selectList) === 'timeline';
  const dots = useMemo(() => stopDots(day, isTimeline ? timeline : null), [day, timeline, isTimeline]);
  const isEntry = dots[0]?.kind === 'entry';
  return (
    <Dots
      id="stops"
      dots={dots}
      color={dark ? '#101218' : '#ffffff'}
      ring={dark ? '#98a0ff' : '#4a50c8'}
      onPick={(index) => dispatch(isEntry ? entryPicked({ entry: index }) : stopPicked({ stop: index }))}
    />
  );
}

/** The fixes that are not in the line; shown on request, or when there is no line. */
function LeftOutFixes({ day, dark }: { day: Day; dark: boolean }) {
  const asked = useAppSelector(selectLeftOutShown);
  const visible = asked || day.track.count === 0;
  const dots = useMemo(
    () =>
      visible
        ? Array.from(day.track.outliers, (index) => ({ index, raised: false, ...pointAt(day.fixes, index) }))
        : [],
    [day, visible],
  );
  return <Dots id="left-out" dots={dots} color="#8d8a86" ring={dark ? '#101218' : '#ffffff'} />;
}

function PickedPlace({ day }: { day: Day }) {
  const position = useAppSelector(selectPickedPosition);
  const picked = useAppSelector(selectPicked);
  const entry = useAppSelector(selectPickedEntry);
  const zone = useAppSelector(selectZone);
  const texts = entry ? entryTexts(entry, zone) : stopTexts(day, picked?.index ?? -1, zone);
  if (!position || !texts) return null;
  return (
    <Marker
      latitude={position.latitude}
      longitude={position.longitude}
      label={t('{what}, {when}', { what: texts.title, when: texts.times })}
      animationMs={0}
      raised
    >
      <PlacePin />
    </Marker>
  );
}

/** The person's position at the player's time; shown once the player has been used. */
function PlayerMarker() {
  const playhead = useAppSelector(selectPlayhead);
  const { at } = useAppSelector(selectPlayer);
  const person = useAppSelector(selectHistoryPerson);
  const color = useAppSelector((state) => selectPersonColor(state, person?.id ?? ''));
  if (!playhead || at === null) return null;
  return (
    <Marker
      latitude={playhead.latitude}
      longitude={playhead.longitude}
      label={person?.name ?? t('Here')}
      animationMs={0}
      raised
    >
      <MemberPin
        id={person?.id ?? ''}
        name={person?.name ?? ''}
        picture={person?.profileImage}
        color={color}
        presence={playhead.inGap ? 'stale' : 'fresh'}
      />
    </Marker>
  );
}

/** After a look at a stop, the player would run outside of the map. */
function PlayerInView({ bounds }: { bounds: Bounds }) {
  const playhead = useAppSelector(selectPlayhead);
  const { at, playing } = useAppSelector(selectPlayer);
  const picked = useAppSelector(selectPicked);
  return (
    <KeepInView
      position={at === null && !playing ? null : playhead}
      bounds={bounds}
      padding={HISTORY_FIT_PADDING}
      maxZoom={STOP_ZOOM}
      moving={playing}
      cameraKey={picked?.request ?? 0}
    />
  );
}
