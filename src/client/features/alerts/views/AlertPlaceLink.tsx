import { t } from '#client/i18n/text';
import { SOS_ZOOM } from '#contract/limits';
import type { ReactNode } from 'react';
import { useAppDispatch, useNavigation } from '#client/store/hooks';
import { pointChosen } from '#client/features/locations/slice';
import type { AlertView } from '../viewModels';

interface AlertPlaceLinkProps {
  alert: AlertView;
  className: string;
  icon?: ReactNode;
}

/** Leads to the place of an SOS on the main map, with its caller above the other members. */
export function AlertPlaceLink({
  alert: { userId, latitude, longitude },
  className,
  icon,
}: AlertPlaceLinkProps) {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  if (latitude === null || longitude === null) return null;
  return (
    <Link
      to="/"
      className={className}
      onClick={() => dispatch(pointChosen({ userId, latitude, longitude, zoom: SOS_ZOOM }))}
    >
      {icon}
      {t('Show on map')}
    </Link>
  );
}
