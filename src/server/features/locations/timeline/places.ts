import { distanceBetween, type LatLng } from '#shared/geo';
import { isInArea } from '#shared/geofences';
import type { Visibility } from '#server/features/families/visibility';
import { areaOf } from '#server/features/geofences/polygons';
import type { GeofenceRepository, StoredGeofence } from '#server/features/geofences/repository';

interface PlaceDeps {
  geofences: Pick<GeofenceRepository, 'listVisibleTo'>;
  visibility: Pick<Visibility, 'familiesOf'>;
}

/** The places of the families that the viewer and the person share. */
export async function placesOf(
  { geofences, visibility }: PlaceDeps,
  viewerId: string,
  personId: string,
): Promise<StoredGeofence[]> {
  const families = new Set(await visibility.familiesOf(personId));
  return (await geofences.listVisibleTo(viewerId)).filter(({ family_id: id }) => families.has(id));
}

/** The nearest place that a position is in. */
export function placeAt(
  position: LatLng,
  places: readonly StoredGeofence[],
): { id: string; name: string } | null {
  const [nearest] = places
    .filter((place) => isInArea(areaOf(place), position))
    .map((place) => ({ place, metres: distanceBetween(position, place) }))
    .toSorted((a, b) => a.metres - b.metres);
  return nearest ? { id: nearest.place.id, name: nearest.place.name } : null;
}
