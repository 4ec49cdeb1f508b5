import { useAppDispatch, useAppSelector } from '../../../app/hooks';
import { CloseIcon } from '../../../ui/icons';
import { Notice } from '../../../ui/Notice';
import { IconButton } from '../../../ui/RoundButton';
import { selectPositionProblem } from '../selectors';
import { type GeolocationProblem, problemDismissed } from '../slice';

const SENTENCES: Record<GeolocationProblem, string> = {
  denied:
    'This browser may not use your location. Allow it for this site in the browser’s settings, then try again.',
  unavailable: 'Your location cannot be found right now. Try again in a moment.',
  timeout: 'Finding your location took too long. Try again in a moment.',
  unsupported: 'This browser gives no location on this address. A secure address (https) is needed.',
};

/** What hinders this device from giving its position, and what to do. */
export function MapNotices() {
  const dispatch = useAppDispatch();
  const problem = useAppSelector(selectPositionProblem);
  if (!problem) return null;
  return (
    <Notice>
      <div className="notice-row">
        <span>{SENTENCES[problem]}</span>
        <IconButton label="Dismiss" icon={<CloseIcon />} onClick={() => dispatch(problemDismissed())} />
      </div>
    </Notice>
  );
}
