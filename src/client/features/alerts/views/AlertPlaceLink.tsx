import { t } from '#client/i18n/text';
import type { ReactNode } from 'react';
import { useAppDispatch, useNavigation } from '#client/store/hooks';
import { placeChosen } from '#client/features/locations/slice';
import type { AlertView } from '../viewModels';

interface AlertPlaceLinkProps {
  alert: AlertView;
  className: string;
  icon?: ReactNode;
}

/** Leads to the place of an SOS on the main map. */
export function AlertPlaceLink({ alert: { latitude, longitude }, className, icon }: AlertPlaceLinkProps) {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  if (latitude === null || longitude === null) return null;
  return (
    <Link to="/" className={className} onClick={() => dispatch(placeChosen({ latitude, longitude }))}>
      {icon}
      {t('Show on map')}
    </Link>
  );
}
