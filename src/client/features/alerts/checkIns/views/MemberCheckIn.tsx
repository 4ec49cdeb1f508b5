import { t } from '#client/i18n/text';
import { timeOfDay } from '#client/i18n/times';
import { useAppSelector } from '#client/store/hooks';
import { isOnTheWay, selectCheckInOf } from '../selectors';

/** In the row of a member: where they are going, or where they have not arrived. */
export function MemberCheckIn({ userId }: { userId: string }) {
  const checkIn = useAppSelector((state) => selectCheckInOf(state, userId));
  if (!checkIn) return null;
  const values = { place: checkIn.placeName, due: timeOfDay(checkIn.dueAt) };
  return (
    <span className={isOnTheWay(checkIn) ? 'checkin-row' : 'checkin-row checkin-row-late'}>
      {isOnTheWay(checkIn)
        ? t('On the way to {place}, due {due}', values)
        : t('Has not arrived at {place}, due {due}', values)}
    </span>
  );
}
