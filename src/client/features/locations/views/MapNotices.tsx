import { useAppDispatch, useAppSelector } from '../../../app/hooks';
import { CloseIcon } from '../../../ui/icons';
import { Notice } from '../../../ui/Notice';
import { IconButton } from '../../../ui/RoundButton';
import { POSITION_PROBLEMS } from '../problems';
import { selectPositionProblem } from '../selectors';
import { problemDismissed } from '../slice';

/** What hinders this device from giving its position, and what to do. */
export function MapNotices() {
  const dispatch = useAppDispatch();
  const problem = useAppSelector(selectPositionProblem);
  if (!problem) return null;
  return (
    <Notice>
      <div className="notice-row">
        <span>{POSITION_PROBLEMS[problem]}</span>
        <IconButton label="Dismiss" icon={<CloseIcon />} onClick={() => dispatch(problemDismissed())} />
      </div>
    </Notice>
  );
}
