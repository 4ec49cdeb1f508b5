import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { TopNotice } from '#client/ui/TopNotice.tsx';
import { selectEndedIn } from '../selectors';
import { endedMembershipDismissed } from '../slice';

/** Says which family the user is no longer in: an open conversation or profile has just been closed. */
export function EndedMembership() {
  const dispatch = useAppDispatch();
  const family = useAppSelector(selectEndedIn);
  if (family === null) return null;
  return (
    <TopNotice onDismiss={() => dispatch(endedMembershipDismissed())}>
      {t('You are no longer in {family}.', { family })}
    </TopNotice>
  );
}
