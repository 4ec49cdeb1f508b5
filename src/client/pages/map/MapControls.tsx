import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { RecenterIcon, ShareLocationIcon, SharingIcon, UsersIcon } from '#client/ui/icons.tsx';
import { RoundButton } from '#client/ui/RoundButton.tsx';
import { selectSharing } from '#client/features/locations/selectors';
import { selectMemberPresences } from '#client/features/locations/presence';
import {
  everyoneRequested,
  recenterRequested,
  sharingStartRequested,
  sharingStopRequested,
} from '#client/features/locations/slice';

/** The round buttons over the map. */
export function MapControls() {
  const dispatch = useAppDispatch();
  const sharing = useAppSelector(selectSharing);
  const known = useAppSelector(
    (state) => selectMemberPresences(state).filter(({ position }) => position).length,
  );
  return (
    <>
      {known > 1 ? (
        <RoundButton
          label={t('Show everyone')}
          icon={<UsersIcon />}
          onClick={() => dispatch(everyoneRequested())}
        />
      ) : null}
      <RoundButton
        label={t('Recenter on my location')}
        icon={<RecenterIcon />}
        onClick={() => dispatch(recenterRequested())}
      />
      {sharing ? (
        <RoundButton
          label={t('Stop sharing my location')}
          icon={<SharingIcon />}
          active
          onClick={() => dispatch(sharingStopRequested())}
        />
      ) : (
        <RoundButton
          label={t('Start sharing my location')}
          icon={<ShareLocationIcon />}
          onClick={() => dispatch(sharingStartRequested())}
        />
      )}
    </>
  );
}
