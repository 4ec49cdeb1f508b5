import { t } from '#client/i18n/text';
import { sosHeld, sosReleased } from '../calls/actions';
import { sosOpened } from '../sos/slice';
import { useAppDispatch } from '#client/store/hooks';
import { SosIcon } from '#client/ui/icons.tsx';
import { RoundButton } from '#client/ui/RoundButton.tsx';

/** The button that opens the SOS dialog, which lies over every page; holding it calls without the dialog. */
export function SosControl() {
  const dispatch = useAppDispatch();
  const release = () => dispatch(sosReleased());
  return (
    <RoundButton
      label={t('SOS')}
      icon={<SosIcon />}
      tone="sos"
      onClick={() => dispatch(sosOpened())}
      onPointerDown={() => dispatch(sosHeld())}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
    />
  );
}
