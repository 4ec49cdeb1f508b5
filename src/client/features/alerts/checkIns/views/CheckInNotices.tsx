import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { useFocusTitleOnUnmount } from '#client/ui/Page.tsx';
import type { CheckIn } from '#contract/checkIns';
import { pointChosen } from '#client/features/locations/slice';
import { missedCheckInSeen } from '../actions';
import { missedText } from '../messages';
import { selectUnseenMissed } from '../selectors';
import { OwnCheckIn } from './OwnCheckIn';
import { RequestNotices } from './RequestNotices';
import { useNoticeForToast } from './useNoticeForToast';

/** On the map: the user's own check-in, requests of others, and what others have missed until the user has seen it. */
export function CheckInNotices() {
  const missed = useAppSelector(selectUnseenMissed);
  return (
    <>
      {missed.map((checkIn) => (
        <MissedCheckIn key={checkIn.id} checkIn={checkIn} />
      ))}
      <RequestNotices />
      <OwnCheckIn />
    </>
  );
}

function MissedCheckIn({ checkIn }: { checkIn: CheckIn }) {
  const dispatch = useAppDispatch();
  const { id, userName: name, placeName: place, dueAt, lastPosition } = checkIn;
  useFocusTitleOnUnmount();
  useNoticeForToast({ checkIn: id });
  return (
    <div className="checkin checkin-late" role="alert">
      <p>{missedText({ name, place, dueAt, lastPositionAt: lastPosition?.timestamp ?? null })}</p>
      <div className="checkin-actions">
        {lastPosition ? (
          <Button onClick={() => dispatch(pointChosen(lastPosition))}>{t('Show on map')}</Button>
        ) : null}
        <Button onClick={() => dispatch(missedCheckInSeen({ id }))}>{t('I have seen it')}</Button>
      </div>
    </div>
  );
}
