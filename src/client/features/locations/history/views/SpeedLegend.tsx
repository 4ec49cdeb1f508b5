import { formatNumber } from '#client/i18n/formats';
import { t } from '#client/i18n/text';
import { useMapTiles } from '#client/features/session/useMapTiles';
import { useAppSelector } from '#client/store/hooks';
import { selectSpeedsShown } from '../selectors';
import { SPEED_BANDS, type SpeedBand } from '../speedLines';

/** What the colors of the line mean. */
export function SpeedLegend() {
  const { isDark } = useMapTiles();
  if (!useAppSelector(selectSpeedsShown)) return null;
  return (
    <ul className="speed-legend" aria-label={t('Speed along the line')}>
      {SPEED_BANDS.map((band, index) => (
        <li key={band.to}>
          <span className="speed-legend-line" style={{ background: isDark ? band.dark : band.light }} />
          {rangeText(band, SPEED_BANDS[index - 1])}
        </li>
      ))}
    </ul>
  );
}

function rangeText({ to }: SpeedBand, before: SpeedBand | undefined): string {
  const [low, high] = [formatNumber(before?.to ?? 0), formatNumber(to)];
  if (!before) return t('up to {high} km/h', { high });
  return to === Infinity ? t('over {low} km/h', { low }) : t('{low} to {high} km/h', { low, high });
}
