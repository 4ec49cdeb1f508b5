import { t } from '#client/i18n/text';
import { useAppDispatch } from '#client/store/hooks';
import type { FreeView } from '#client/map/freeView';
import { textScale } from '#client/map/boxes';
import { useOnUnmount } from '#client/ui/hooks';
import { mapLeft } from '#client/features/locations/points/slice';
import { type FootPlace, mostHints, placeFoot, type Taken } from './footPlace';
import { OutsideHints } from './OutsideHints';
import { useMarkerBoxes } from './useMarkerBoxes';
import { type OutsideMember, useOutside } from './useOutside';

/** The height of the line about tiles, of at most three lines with its gap, in CSS pixels. */
const NOTICE_PX = 84;
/** Letters of a line about tiles, and of the hint that shows everyone, at most. */
const MOST_LETTERS = 34;

interface MapFootProps {
  view: FreeView | null;
  areTilesMissing: boolean;
}

/** What stands on the map at its left, where it covers no member: that tiles are missing, and who is outside. */
export function MapFoot({ view, areTilesMissing }: MapFootProps) {
  const dispatch = useAppDispatch();
  const outside = useOutside(view);
  const taken = useMarkerBoxes(view);
  useOnUnmount(() => view && dispatch(mapLeft(view.center)));
  const place = view && placeOf(view, outside, taken, areTilesMissing);
  const { top = null, aside = 0 } = place ?? {};
  const style = {
    ...(top === null ? null : { top, bottom: 'auto' }),
    ...(aside ? { translate: aside } : null),
  };
  return (
    <div className="map-foot" style={style}>
      <div role="status">
        {areTilesMissing ? (
          <p className="map-foot-notice">{t('The map cannot be loaded right now. Trying again…')}</p>
        ) : null}
      </div>
      {place ? <OutsideHints outside={outside} most={place.hints} /> : null}
    </div>
  );
}

function placeOf(
  view: FreeView,
  outside: readonly OutsideMember[],
  taken: Taken,
  areTilesMissing: boolean,
): FootPlace | null {
  const scale = textScale();
  const content = {
    hints: Math.min(outside.length, mostHints(view.bottom - view.top, scale)),
    letters: areTilesMissing || outside.length !== 1 ? MOST_LETTERS : (outside[0]?.text.length ?? 0),
    above: areTilesMissing ? NOTICE_PX * scale : 0,
  };
  const place = placeFoot(content, view, taken, scale);
  const isCallerHidden = !place?.hints && outside.some(({ sos }) => sos !== null);
  // Whoever calls for help is more urgent than who would be covered.
  return isCallerHidden
    ? placeFoot(content, view, { pins: [view.covered], labels: [], cut: [] }, scale)
    : place;
}
