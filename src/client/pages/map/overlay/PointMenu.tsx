import { t } from '#client/i18n/text';
import { useId, useState } from 'react';
import type { LatLng } from '#shared/geo';
import { formatCoordinates, formatPositionText } from '#shared/positionText';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { usePointPress } from '#client/map/usePointPress';
import { PlaceIcon } from '#client/ui/actionIcons.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { ChatIcon, CloseIcon, CopyIcon } from '#client/ui/icons.tsx';
import { LiveRegion, useModal } from '#client/ui/overlays.tsx';
import { IconButton } from '#client/ui/RoundButton.tsx';
import { messageSubmitted } from '#client/features/chat/slice';
import { selectSelectedFamily } from '#client/features/families/selectors';
import { coordinateFields } from '#client/features/geofences/draft';
import { newGeofenceOpened } from '#client/features/geofences/slice';
import { coordinatesCopyRequested, pointOpened } from '#client/features/locations/points/slice';
import { PointMarker } from './PointMarker';
import './point-menu.css';

/** What one can do with a point of the map; opens by a long press, the right button of the mouse, or Enter. */
export function PointMenu() {
  const dispatch = useAppDispatch();
  const [point, setPoint] = useState<LatLng | null>(null);
  usePointPress((pressed) => {
    dispatch(pointOpened());
    setPoint(pressed);
  });
  if (!point) return null;
  return (
    <>
      <PointMarker point={point} />
      <Menu point={point} onClose={() => setPoint(null)} />
    </>
  );
}

interface MenuProps {
  point: LatLng;
  onClose: () => void;
}

function Menu({ point, onClose }: MenuProps) {
  const titleId = useId();
  const modal = useModal(onClose);
  const family = useAppSelector(selectSelectedFamily);
  return (
    <dialog className="dialog point-menu" aria-labelledby={titleId} {...modal}>
      <div className="dialog-body">
        <div className="point-menu-head">
          <h2 id={titleId}>{t('This point')}</h2>
          <span>{formatCoordinates(point)}</span>
          <IconButton label={t('Close')} icon={<CloseIcon />} onClick={onClose} />
        </div>
        {family ? <FamilyActions point={point} familyId={family.id} /> : null}
        <CopyButton point={point} />
      </div>
    </dialog>
  );
}

function FamilyActions({ point, familyId }: { point: LatLng; familyId: string }) {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  const content = formatPositionText(point, null, 'place');
  return (
    <>
      <Link
        to="/alerts-settings"
        className={buttonClass('primary', true)}
        onClick={() => {
          dispatch(newGeofenceOpened(coordinateFields(point)));
        }}
      >
        <PlaceIcon />
        {t('New place here')}
      </Link>
      <Link
        to="/chat"
        className={buttonClass('secondary', true)}
        onClick={() => dispatch(messageSubmitted({ familyId, content }))}
      >
        <ChatIcon />
        {t('Share this point in chat')}
      </Link>
    </>
  );
}

function CopyButton({ point }: { point: LatLng }) {
  const dispatch = useAppDispatch();
  const copy = useAppSelector(({ locations }) => locations.points.copy);
  const outcome = {
    idle: '',
    copied: t('Coordinates copied to clipboard!'),
    failed: t('The coordinates could not be copied.'),
  }[copy];
  return (
    <>
      <Button icon={<CopyIcon />} onClick={() => dispatch(coordinatesCopyRequested(point))}>
        {t('Copy coordinates')}
      </Button>
      {outcome === '' ? null : <p className="point-menu-outcome">{outcome}</p>}
      <LiveRegion>{outcome}</LiveRegion>
    </>
  );
}
