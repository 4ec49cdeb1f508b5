import { useAppDispatch, useAppSelector } from '../../../app/hooks';
import { RecenterIcon, ShareLocationIcon, SharingIcon } from '../../../ui/icons';
import { RoundButton } from '../../../ui/RoundButton';
import { selectSharing } from '../selectors';
import { recenterRequested, sharingStartRequested, sharingStopRequested } from '../slice';

/** The round buttons over the map. */
export function MapControls() {
  const dispatch = useAppDispatch();
  const sharing = useAppSelector(selectSharing);
  return (
    <>
      <RoundButton
        label="Recenter on my location"
        icon={<RecenterIcon />}
        onClick={() => dispatch(recenterRequested())}
      />
      {sharing ? (
        <RoundButton
          label="Stop sharing my location"
          icon={<SharingIcon />}
          active
          onClick={() => dispatch(sharingStopRequested())}
        />
      ) : (
        <RoundButton
          label="Start sharing my location"
          icon={<ShareLocationIcon />}
          onClick={() => dispatch(sharingStartRequested())}
        />
      )}
    </>
  );
}
