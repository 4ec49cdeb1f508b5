import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { selectFamilies } from '#client/features/families/selectors';
import { selectSharing } from '#client/features/locations/selectors';
import { sharingStartRequested, sharingStopRequested } from '#client/features/locations/slice';
import './sharing-card.css';

/** Says in a sentence whether this browser shares its position, and with whom; the switch changes it. */
export function SharingCard() {
  const dispatch = useAppDispatch();
  const families = useAppSelector(selectFamilies);
  const isOn = useAppSelector(selectSharing);
  const [first, ...others] = families;
  const name = first && others.length === 0 ? first.name : t('your families');
  return (
    <div className="sharing-card" data-on={isOn}>
      <div className="sharing-card-text">
        <strong>{isOn ? t('Sharing with {name}', { name }) : t('You are not sharing')}</strong>
        <span>{isOn ? t('Until this page sleeps or closes') : t('Your family sees your last position')}</span>
      </div>
      <button
        type="button"
        className="sharing-switch"
        aria-label={isOn ? t('Stop sharing my location') : t('Start sharing my location')}
        title={isOn ? t('Stop sharing my location') : t('Start sharing my location')}
        onClick={() => dispatch(isOn ? sharingStopRequested() : sharingStartRequested())}
      />
    </div>
  );
}
