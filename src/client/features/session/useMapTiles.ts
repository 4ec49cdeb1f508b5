import { useAppSelector, useSettings } from '#client/store/hooks';
import { useDark } from '#client/ui/hooks';
import { selectAppearance } from './selectors';

/** Whether the page is dark, and the tiles of its maps: dark ones where the server names some, else darkened ones. */
export function useMapTiles() {
  const isDark = useDark(useAppSelector(selectAppearance));
  const { tileUrl, tileUrlDark, tileAttribution: attribution } = useSettings();
  const tiles =
    isDark && tileUrlDark
      ? { tileUrl: tileUrlDark, attribution, dark: false }
      : { tileUrl, attribution, dark: isDark };
  return { isDark, tiles };
}
