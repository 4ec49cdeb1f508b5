import { useAppDispatch } from '../../../app/hooks';
import { SosIcon } from '../../../ui/icons';
import { RoundButton } from '../../../ui/RoundButton';
import { sosOpened } from '../slice';

/** The button that opens the SOS dialog, which lies over every page. */
export function SosControl() {
  const dispatch = useAppDispatch();
  return <RoundButton label="SOS" icon={<SosIcon />} tone="sos" onClick={() => dispatch(sosOpened())} />;
}
