import { type ComponentType, lazy, Suspense, useMemo } from 'react';
import type { PlaceKind } from '#contract/geofences';
import { useAppSelector } from '#client/store/hooks';
import { Fences } from '#client/map/circles.tsx';
import { selectFamilyGeofences, selectFencesShown } from '../selectors';

/** Loads after the map; without it a label has its name alone. */
const KindIcon = lazy<ComponentType<{ kind: PlaceKind }>>(async () => ({
  default: await import('./PlaceKindIcon').then(
    ({ KindDrawing }) => KindDrawing,
    () => () => null,
  ),
}));

/** The places of the selected family on the main map, unless they are switched off. */
export function FamilyFences({ dark }: { dark: boolean }) {
  const geofences = useAppSelector(selectFamilyGeofences);
  const isShown = useAppSelector(selectFencesShown);
  const fences = useMemo(
    () => geofences.map((place) => ({ ...place, icon: iconOf(place.kind ?? 'other') })),
    [geofences],
  );
  return isShown ? <Fences id="geofences" fences={fences} dark={dark} named /> : null;
}

function iconOf(kind: PlaceKind) {
  if (kind === 'other') return null;
  return (
    <Suspense>
      <KindIcon kind={kind} />
    </Suspense>
  );
}
