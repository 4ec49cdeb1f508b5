import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { timeOfDay } from '#client/i18n/times';
import type { CheckInRequest } from '#contract/checkIns';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { useFocusTitleOnUnmount } from '#client/ui/Page.tsx';
import { checkInFormOpened, checkInRequestAccepted, checkInRequestDeclined } from '../actions';
import { requestText } from '../messages';
import { isOnTheWay, selectCheckInTask, selectOpenRequests, selectOwnCheckIn } from '../selectors';
import { useNoticeForToast } from './useNoticeForToast';
import { useProposal } from './useProposal';

/** Requests of others, one at a time: one tap starts what is proposed. */
export function RequestNotices() {
  const [request] = useAppSelector(selectOpenRequests);
  return (
    // Always there: only a change of a live region is announced.
    <div className="checkin-requests" role="status">
      {request ? <RequestNotice key={request.id} request={request} /> : null}
    </div>
  );
}

function RequestNotice({ request }: { request: CheckInRequest }) {
  const dispatch = useAppDispatch();
  const task = useAppSelector(selectCheckInTask);
  const { id, fromName: userName, text } = request;
  const isBusy = task?.isBusy === true;
  useFocusTitleOnUnmount();
  useNoticeForToast({ request: id });
  return (
    <div className="checkin checkin-request">
      <p className="checkin-line">{requestText({ what: 'open', userName, text })}</p>
      {task?.error && task.about === id ? <Notice kind="error">{errorMessage(task.error)}</Notice> : null}
      <div className="checkin-actions">
        <AcceptButtons request={request} isBusy={isBusy} />
        <Button variant="quiet" disabled={isBusy} onClick={() => dispatch(checkInRequestDeclined({ id }))}>
          {t('Decline')}
        </Button>
      </div>
    </div>
  );
}

function AcceptButtons({ request: { id, fromId }, isBusy }: { request: CheckInRequest; isBusy: boolean }) {
  const dispatch = useAppDispatch();
  const proposal = useProposal(fromId);
  const own = useAppSelector(selectOwnCheckIn);
  if (own && isOnTheWay(own))
    return (
      <Button
        variant="primary"
        disabled={isBusy}
        onClick={() => dispatch(checkInRequestAccepted({ id, checkIn: null }))}
      >
        {t('I am on the way already')}
      </Button>
    );
  const openForm = () => dispatch(checkInFormOpened({ requestId: id }));
  if (!proposal)
    return (
      <Button variant="primary" disabled={isBusy} onClick={openForm}>
        {t('Start a check-in')}
      </Button>
    );
  const time = timeOfDay(new Date(proposal.dueAt).toISOString());
  return (
    <>
      <Button
        variant="primary"
        disabled={isBusy}
        onClick={() => dispatch(checkInRequestAccepted({ id, checkIn: proposal }))}
      >
        {t('{place} by {time}', { place: proposal.placeName, time })}
      </Button>
      <Button disabled={isBusy} onClick={openForm}>
        {t('Other place or time')}
      </Button>
    </>
  );
}
