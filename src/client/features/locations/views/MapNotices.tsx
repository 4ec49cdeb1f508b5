import { useAppDispatch, useAppSelector } from '../../../app/hooks';
import { DismissButton } from '../../../ui/DismissButton';
import { Notice } from '../../../ui/Notice';
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
        <DismissButton onClick={() => dispatch(problemDismissed())} />
      </div>
    </Notice>
  );
}
