import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { MapIcon } from '#client/ui/icons.tsx';
import { selectFamilies, selectSelectedFamily } from '#client/features/families/selectors';
import { familySelected } from '#client/features/families/slice';
import { selectPositionOf } from '#client/features/locations/selectors';
import { memberSelected } from '#client/features/locations/slice';
import { alertRead, placeOf } from '../slice';
import type { AlertView } from '../viewModels';

/**
 * Leads from an arrival or a departure to the map, as its notification does, and there to where the member is now. The map
 * shows the members of one family.
 */
export function AlertMemberLink({ alert }: { alert: AlertView }) {
  const { id, userId, name } = alert;
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  const families = useAppSelector(selectFamilies);
  const selected = useAppSelector(selectSelectedFamily);
  const hasPosition = useAppSelector((state) => selectPositionOf(state, userId) !== undefined);
  const family = [selected, ...families].find((one) => one?.members.some((member) => member.id === userId));
  if (placeOf(alert) === undefined || !family || !hasPosition) return null;
  function show(familyId: string) {
    dispatch(alertRead({ id }));
    if (familyId !== selected?.id) dispatch(familySelected({ familyId }));
    dispatch(memberSelected({ userId }));
  }
  return (
    <Link to="/" className="alert-member" onClick={() => show(family.id)}>
      <MapIcon />
      <span className="visually-hidden">{t('Show {name} on the map', { name })}</span>
    </Link>
  );
}
