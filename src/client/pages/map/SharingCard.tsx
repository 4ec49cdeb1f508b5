import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { selectFamilies } from '#client/features/families/selectors';
import { sharingStartRequested, sharingStopRequested } from '#client/features/locations/slice';
import { resumeRequested } from '#client/features/locations/actions';
import { selectIsShared, selectPause } from '#client/features/locations/whereabouts/selectors';
import { LoadedMapPart } from './lazyParts';
import './sharing-card.css';

/** Says in a sentence whether the families see where the user is, by what and how long; the switch changes it. */
export function SharingCard() {
  const dispatch = useAppDispatch();
  const families = useAppSelector(selectFamilies);
  const isOn = useAppSelector(selectIsShared);
  const isPaused = useAppSelector(selectPause) !== null;
  // A phone resumes by itself after its pause, so this browser need not share as well.
  const hasPhone = useAppSelector(({ locations }) => locations.whereabouts.ownPhone !== null);
  const label = isOn ? t('Stop sharing my location') : t('Start sharing my location');

  function change() {
    if (isOn) dispatch(sharingStopRequested('byUser'));
    else dispatch(isPaused && hasPhone ? resumeRequested() : sharingStartRequested());
  }

  return (
    <div className="sharing-card" data-on={isOn}>
      <div className="sharing-card-text">
        <strong>
          {isOn ? withWhom(families) : isPaused ? t('Sharing is paused') : t('You are not sharing')}
        </strong>
        <LoadedMapPart part="sharing" />
      </div>
      <button type="button" className="sharing-switch" aria-label={label} title={label} onClick={change} />
    </div>
  );
}

function withWhom([first, ...others]: readonly { name: string }[]): string {
  if (!first) return t('Sharing with no one yet');
  if (others.length === 0) return t('Sharing with {name}', { name: first.name });
  return t('Sharing with {count} families', { count: others.length + 1 });
}
