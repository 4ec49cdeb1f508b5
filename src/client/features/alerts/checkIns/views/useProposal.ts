import { useAppSelector } from '#client/store/hooks';
import { selectFamilyGeofences } from '#client/features/geofences/selectors';
import { selectOwnPosition } from '#client/features/locations/selectors';
import { selectNow } from '#client/features/session/selectors';
import type { NewCheckIn } from '../actions';
import { dueAfter, placesToGo, PROPOSED_GRACE, PROPOSED_MINUTES } from '../proposal';
import { selectCompanions } from '../selectors';

/**
 * The check-in that one tap starts: to the nearest place, within an hour, seen by the whole family.
 * @param alsoFor id of a member who sees it in any case
 * @returns null where no place is saved but those where the user is
 */
export function useProposal(alsoFor: string): NewCheckIn | null {
  const places = useAppSelector(selectFamilyGeofences);
  const position = useAppSelector(selectOwnPosition);
  const companions = useAppSelector(selectCompanions);
  const now = useAppSelector(selectNow);
  const [place] = placesToGo(places, position);
  if (!place || place.isHere) return null;
  return {
    geofenceId: place.id,
    placeName: place.name,
    dueAt: dueAfter(now, PROPOSED_MINUTES),
    graceMinutes: PROPOSED_GRACE,
    people: [...new Set([...companions.map(({ id }) => id), alsoFor])],
    shareLast: false,
  };
}
