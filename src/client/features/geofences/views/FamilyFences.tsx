import { useAppSelector } from '#client/store/hooks';
import { Fences } from '#client/map/circles.tsx';
import { selectFamilyGeofences, selectFencesShown } from '../selectors';

/** The places of the selected family on the main map, unless they are switched off. */
export function FamilyFences({ dark }: { dark: boolean }) {
  const geofences = useAppSelector(selectFamilyGeofences);
  return useAppSelector(selectFencesShown) ? (
    <Fences id="geofences" fences={geofences} dark={dark} named />
  ) : null;
}
