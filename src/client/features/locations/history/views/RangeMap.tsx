import { useMemo } from 'react';
import { HISTORY_FIT_PADDING, MAP_FALLBACK_CENTER } from '#contract/limits';
import { type Bounds, boundsOf } from '#shared/bounds';
import { t } from '#client/i18n/text';
import { FitBounds } from '#client/map/FitBounds.tsx';
import { MapView } from '#client/map/MapView.tsx';
import { TrackLines } from '#client/map/TrackLine.tsx';
import { useAppSelector, useSettings } from '#client/store/hooks';
import { useDark } from '#client/ui/hooks';
import { selectAppearance } from '#client/features/session/selectors';
import { type RangeDay, rangeBounds } from '../range';

/** Days at one place are no closer. */
const MAX_ZOOM = 16;

interface RangeMapProps {
  days: readonly RangeDay[];
  picked: { readonly date: string; readonly request: number } | null;
}

/** The lines of several days, each in its color; a picked day is highlighted. */
export function RangeMap({ days, picked }: RangeMapProps) {
  const dark = useDark(useAppSelector(selectAppearance));
  const { tileUrl, tileAttribution } = useSettings();
  const pickedDay = days.find(({ totals }) => totals.date === picked?.date);
  const bounds = useMemo(
    (): Bounds | null => (pickedDay ? boundsOf(pickedDay.line) : rangeBounds(days)),
    [days, pickedDay],
  );
  const lines = useMemo(() => {
    const others = days.filter((day) => day !== pickedDay);
    return (pickedDay ? [...others, pickedDay] : others).map((day) => ({
      line: day.line,
      color: dark ? day.dark : day.light,
      isFaint: pickedDay !== undefined && day !== pickedDay,
    }));
  }, [days, pickedDay, dark]);
  return (
    <div className="history-map">
      <MapView
        center={bounds ? { latitude: bounds[1], longitude: bounds[0] } : MAP_FALLBACK_CENTER}
        centerKey="range"
        zoom={MAX_ZOOM}
        tileUrl={tileUrl}
        attribution={tileAttribution}
        dark={dark}
        label={t('Map of these days')}
      >
        {bounds ? (
          <FitBounds
            bounds={bounds}
            fitKey={`${days[0]?.totals.date ?? ''} ${days.length} ${picked?.request ?? 0}`}
            padding={HISTORY_FIT_PADDING}
            maxZoom={MAX_ZOOM}
          />
        ) : null}
        <TrackLines id="range" lines={lines} />
      </MapView>
    </div>
  );
}
